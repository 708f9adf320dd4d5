//! The slots of a pool: in which state each one is, and the lists and counts that follow from it.
//!
//! A slot changes its state in [`Slots::shift`] and, when a health round puts it back, in [`rounds`]: nothing else touches the
//! census, the lists, the generation, and the finger. Counts can therefore neither drift nor underflow (SPEC 34.4).

mod rounds;

use alloc::vec::Vec;

use super::list::{Linked, Links, List, NIL};
use super::upkeep::recycling::ENDED;
use super::{IdleOrder, SlotId};
use crate::time::Time;

/// Every slot is in exactly one of these states (SPEC 33).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum SlotState {
    /// Nothing here.
    Empty,
    /// The right to create, granted to a waiter that has not run yet.
    Reserved,
    /// The factory runs for a caller.
    Creating,
    /// The factory runs for the store: prewarm and rounds.
    Warming,
    /// In the store, free.
    Idle,
    /// In the store, granted to a waiter that has not run yet.
    Granted,
    /// In beforeAcquire.
    Vetting,
    /// Handed out.
    Out,
    /// In beforeRelease.
    Returning,
    /// In a health check.
    Checking,
    /// Being destroyed by a caller that keeps its place (SPEC 5.4).
    Replacing,
    /// Being destroyed; its place will be free.
    Destroying,
}

use SlotState::*;

const STATES: usize = 12;

/// One slot: a state, and the few facts about the resource in it.
#[derive(Debug)]
pub(super) struct Slot {
    /// When it was handed out (Out), or came into the store (Idle, Granted, Checking).
    pub(super) since: Time,
    /// The end of its life.
    pub(super) expires: Time,
    /// The recovery during which it was taken; 0 = not in one.
    pub(super) probe: u32,
    /// The round that was the latest when it came into the store.
    pub(super) round: u32,
    /// The round that watches it; 0 = none.
    watched_by: u32,
    /// Which check of its latest round it was.
    nth_check: u32,
    links: Links,
    generation: u32,
    state: SlotState,
}

impl Slot {
    /// Whether the use that `id` names is one that was handed out and can end without more ado. Then it has ended, and `out_since` is
    /// when it had begun.
    #[inline(always)]
    pub(super) fn ends_plainly(&mut self, id: SlotId, now: Time, out_since: &mut Time) -> bool {
        let is_its = self.generation == id.generation() && self.state == Out;
        let is_plain = is_its && self.probe == 0 && self.expires > now;
        if is_plain {
            *out_since = core::mem::replace(&mut self.since, now);
        }
        is_plain
    }

    /// Whether it is granted, and may still be handed out.
    #[inline(always)]
    pub(super) fn is_good_grant(&self, now: Time) -> bool {
        self.state == Granted && self.expires > now
    }
}

impl Linked for Slot {
    #[inline]
    fn links(&self) -> &Links {
        &self.links
    }
    #[inline]
    fn links_mut(&mut self) -> &mut Links {
        &mut self.links
    }
}

/// The most slots there can be: the numbers above have a meaning of their own.
pub(super) const MAX_SLOTS: u32 = rounds::AT_END;

#[derive(Debug)]
pub(super) struct Slots {
    slots: Vec<Slot>,
    census: [u32; STATES],
    empty: List,
    /// By the time they came into the store: the longest idle first.
    idle: List,
    order: IdleOrder,
    /// The slot that a round looks at next, or one of the two marks of [`rounds`].
    finger: u32,
    /// The latest round; 0 = there was none.
    round: u32,
    /// Checks begun by the latest round.
    checks: u32,
    /// Slots watched by the round that runs.
    watched: u32,
}

impl Slots {
    pub(super) fn new(order: IdleOrder) -> Slots {
        Slots {
            slots: Vec::new(),
            census: [0; STATES],
            empty: List::EMPTY,
            idle: List::EMPTY,
            order,
            finger: rounds::OFF,
            round: 0,
            checks: 0,
            watched: 0,
        }
    }

    // ---- looking

    /// The index of `id`, if it names the present use of a slot in state `state`.
    #[inline]
    pub(super) fn find(&self, id: SlotId, state: SlotState) -> Option<u32> {
        match self.slots.get(id.index()) {
            Some(slot) if slot.generation == id.generation() && slot.state == state => {
                Some(id.number())
            }
            _ => None,
        }
    }

    /// The state of the use that `id` names, and its index; none if that use is over.
    pub(super) fn lookup(&self, id: SlotId) -> Option<(u32, SlotState)> {
        let slot = self.slots.get(id.index())?;
        (slot.generation == id.generation()).then_some((id.number(), slot.state))
    }

    #[inline]
    pub(super) fn id(&self, index: u32) -> SlotId {
        SlotId::new(index, self.slots[index as usize].generation)
    }

    #[inline]
    pub(super) fn slot(&self, index: u32) -> &Slot {
        &self.slots[index as usize]
    }

    #[inline]
    pub(super) fn slot_mut(&mut self, index: u32) -> &mut Slot {
        &mut self.slots[index as usize]
    }

    #[inline]
    pub(super) fn state(&self, index: u32) -> SlotState {
        self.slots[index as usize].state
    }

    #[inline]
    pub(super) fn count(&self, state: SlotState) -> u32 {
        self.census[state as usize]
    }

    /// idle + active (SPEC 11.1): everything but empty and reserved slots.
    pub(super) fn total(&self) -> u32 {
        self.slots.len() as u32 - self.count(Empty) - self.count(Reserved)
    }

    /// What counts against `max`: resources, and granted rights to create one.
    pub(super) fn taken(&self) -> u32 {
        self.slots.len() as u32 - self.count(Empty)
    }

    /// What will still count against `max` when every destruction under way is done.
    pub(super) fn lasting(&self) -> u32 {
        self.taken() - self.count(Destroying)
    }

    /// Resources and creations that will be there whatever becomes of those being destroyed.
    pub(super) fn surviving(&self) -> u32 {
        self.total() - self.count(Destroying) - self.count(Replacing)
    }

    /// active + granted (SPEC 6.5).
    pub(super) fn spoken_for(&self) -> u32 {
        self.taken() - self.count(Idle)
    }

    /// In the store (SPEC 11.3).
    pub(super) fn stored(&self) -> u32 {
        self.count(Idle) + self.count(Granted)
    }

    /// Creations in flight, rights to create included.
    pub(super) fn in_creation(&self) -> u32 {
        self.count(Creating) + self.count(Warming) + self.count(Reserved)
    }

    /// The idle slot to take first.
    #[inline]
    pub(super) fn first_idle(&self) -> Option<u32> {
        let index = match self.order {
            IdleOrder::Fifo => self.idle.head,
            IdleOrder::Lifo => self.idle.tail,
        };
        (index != NIL).then_some(index)
    }

    /// Has been idle longest.
    pub(super) fn longest_idle(&self) -> Option<u32> {
        (self.idle.head != NIL).then_some(self.idle.head)
    }

    /// Has been out longest. Looks at all of them: asked seldom, and a list in that order would be work for each checkout.
    pub(super) fn longest_out(&self) -> Option<u32> {
        let out = self.indices().filter(|&index| self.state(index) == Out);
        out.min_by_key(|&index| self.slot(index).since)
    }

    /// The idle slots, longest idle first.
    pub(super) fn idle(&self) -> impl Iterator<Item = (u32, &Slot)> {
        self.idle.iter(&self.slots).map(|index| (index, self.slot(index)))
    }

    /// The lives of these end now, of those that are still to be made at their birth.
    pub(super) fn end_lives(&mut self, which: impl Fn(SlotState) -> bool) {
        for slot in self.slots.iter_mut().filter(|slot| which(slot.state)) {
            slot.expires = ENDED;
        }
    }

    /// The slots that hold a resource with a future.
    pub(super) fn living(&mut self) -> impl Iterator<Item = &mut Slot> {
        self.slots.iter_mut().filter(|slot| {
            matches!(slot.state, Idle | Granted | Vetting | Out | Returning | Checking)
        })
    }

    // ---- changing state

    /// An empty slot, made if there is none, moved to `to`.
    pub(super) fn claim(&mut self, to: SlotState) -> u32 {
        let index = match self.empty.head {
            NIL => self.grow(),
            index => index,
        };
        self.slots[index as usize].expires = Time::NEVER;
        self.shift(index, to);
        index
    }

    #[cold]
    fn grow(&mut self) -> u32 {
        let index = self.slots.len() as u32;
        self.slots.push(Slot {
            since: Time(0),
            expires: Time::NEVER,
            probe: 0,
            round: 0,
            watched_by: 0,
            nth_check: 0,
            links: Links::LOOSE,
            generation: 0,
            state: Empty,
        });
        self.census[Empty as usize] += 1;
        self.empty.push_back(&mut self.slots, index);
        index
    }

    /// Moves a slot to another state, at the tail of that state's list.
    #[inline(never)]
    pub(super) fn shift(&mut self, index: u32, to: SlotState) {
        self.shift_from(index, self.state(index), to);
    }

    /// The same for a caller that knows the state before, and so saves the look.
    #[inline(always)]
    pub(super) fn shift_from(&mut self, index: u32, from: SlotState, to: SlotState) {
        let _ = self.shift_if(index, from, to, |_| true);
    }

    /// The same if `agrees`, which looks at the slot once for all and may note in it what else has happened. Gives the id of its use
    /// after that.
    #[inline(always)]
    pub(super) fn shift_if(
        &mut self,
        index: u32,
        from: SlotState,
        to: SlotState,
        agrees: impl FnOnce(&mut Slot) -> bool,
    ) -> Option<SlotId> {
        // In one piece, so that where it lies and how long it is are looked at once.
        let slots = self.slots.as_mut_slice();
        let slot = slots.get_mut(index as usize)?;
        if !agrees(slot) {
            return None;
        }
        debug_assert_eq!(slot.state, from);
        slot.state = to;
        // An id ends where a use ends: when the slot comes into the store, and when it becomes empty.
        if matches!(to, Idle | Empty) {
            slot.generation = slot.generation.wrapping_add(1);
        }
        if to == Idle {
            slot.round = self.round;
        }
        let id = SlotId::new(index, slot.generation);
        self.census[from as usize] -= 1;
        self.census[to as usize] += 1;
        match from {
            Empty => self.empty.remove(slots, index),
            Idle => {
                if self.finger == index {
                    let next = slot.links.next;
                    self.finger = if next == NIL { rounds::AT_END } else { next };
                }
                self.idle.remove(slots, index);
            }
            _ => {}
        }
        match to {
            Empty => self.empty.push_back(slots, index),
            Idle => {
                self.idle.push_back(slots, index);
                if self.finger == rounds::AT_END {
                    self.finger = index;
                }
            }
            _ => {}
        }
        Some(id)
    }

    /// To Granted, as if by way of Idle, if `agrees`: one use ends, and the next one is spoken for.
    #[inline(always)]
    pub(super) fn pass_on_if(
        &mut self,
        index: u32,
        from: SlotState,
        agrees: impl FnOnce(&mut Slot) -> bool,
    ) -> bool {
        let passed = self.shift_if(index, from, Granted, |slot| {
            let agreed = agrees(slot);
            slot.generation = slot.generation.wrapping_add(u32::from(agreed));
            agreed
        });
        passed.is_some()
    }

    // ---- checking

    pub(super) fn indices(&self) -> core::ops::Range<u32> {
        0..self.slots.len() as u32
    }

    /// Recounts everything.
    pub(super) fn check(&self) {
        let mut census = [0; STATES];
        for slot in &self.slots {
            census[slot.state as usize] += 1;
        }
        assert_eq!(self.census, census, "census of slots");
        for (list, state) in [(self.empty, Empty), (self.idle, Idle)] {
            assert_eq!(list.check(&self.slots), self.count(state) as usize, "list of {state:?}");
            for index in list.iter(&self.slots) {
                assert_eq!(self.state(index), state, "slot {index} is on the wrong list");
            }
        }
        self.check_round();
    }
}
