//! The callers that wait, in the order in which they parked.
//!
//! One list holds them. Those with a grant are a prefix of it, since a grant always goes to the oldest without one and is
//! always revoked from the youngest with one. Two cursors cut the list in three:
//!
//! ```text
//! [granted, woken] [granted, not woken yet] [waiting]
//!                  ^ unsent                 ^ oldest
//! ```
//!
//! So to park, grant, wake, leave and revoke are O(1), whatever the length (SPEC 6.10). Waiters failed by close or
//! deactivation move to a second list until the shell has woken them; then they are on none, and only answer once.
//!
//! The queue holds ids, never a reference to a caller: the parked frame owns its wait (SPEC 34.5).

use alloc::vec::Vec;

use crate::{
    pool::{
        Refusal, WaiterId,
        list::{Linked, Links, List, NIL},
    },
    time::Time,
};

/// Where a wait stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pool) enum WaitState {
    /// Not in use; the next one not in use.
    Free(u32),
    /// No grant yet.
    Waiting,
    /// This slot is reserved for it.
    Granted(u32),
    /// Close or deactivation has ended it, and the caller has not run yet. `woken`: it is on no list any more.
    Failed { refusal: Refusal, woken: bool },
}

/// How a wait ended. Each ends exactly once (SPEC 34.32).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pool) enum Ending {
    Served,
    TimedOut,
    Failed,
    Cancelled,
}

#[derive(Debug)]
struct Waiter {
    since: Time,
    state: WaitState,
    links: Links,
    generation: u32,
}

impl Waiter {
    /// Not in use any more; `next` is the next one not in use.
    #[inline(always)]
    fn end(&mut self, next: u32) {
        self.state = WaitState::Free(next);
        self.generation = self.generation.wrapping_add(1);
    }
}

impl Linked for Waiter {
    #[inline]
    fn links(&self) -> &Links {
        &self.links
    }
    #[inline]
    fn links_mut(&mut self) -> &mut Links {
        &mut self.links
    }
}

#[derive(Debug)]
pub(in crate::pool) struct Queue {
    waiters: Vec<Waiter>,
    free: u32,
    /// In order of parking: the granted ones, then the waiting ones.
    line: List,
    /// The first of the waiting ones.
    oldest: u32,
    /// The first of the granted ones that the shell has not been told to wake.
    unsent: u32,
    /// In order of parking: failed, and the shell has not been told to wake it.
    failed: List,
    waiting: u32,
    granted: u32,
    /// Failed ones that have not run yet.
    failing: u32,
    parked_ever: u64,
    ended: [u64; 4],
}

impl Queue {
    pub(in crate::pool) fn new() -> Queue {
        Queue {
            waiters: Vec::new(),
            free: NIL,
            line: List::EMPTY,
            oldest: NIL,
            unsent: NIL,
            failed: List::EMPTY,
            waiting: 0,
            granted: 0,
            failing: 0,
            parked_ever: 0,
            ended: [0; 4],
        }
    }

    /// Parked callers without a grant.
    #[inline]
    pub(in crate::pool) fn waiting(&self) -> u32 {
        self.waiting
    }

    /// Parked callers with a grant, which have not run yet.
    pub(in crate::pool) fn granted(&self) -> u32 {
        self.granted
    }

    pub(in crate::pool) fn parked_ever(&self) -> u64 {
        self.parked_ever
    }

    pub(in crate::pool) fn ended(&self, ending: Ending) -> u64 {
        self.ended[ending as usize]
    }

    /// Where this wait stands; none if it is over.
    #[inline]
    pub(in crate::pool) fn find(&self, id: WaiterId) -> Option<(u32, WaitState)> {
        let waiter = self.waiters.get(id.index())?;
        let live =
            waiter.generation == id.generation() && !matches!(waiter.state, WaitState::Free(_));
        live.then_some((id.number(), waiter.state))
    }

    #[inline]
    pub(in crate::pool) fn since(&self, index: u32) -> Time {
        self.waiters[index as usize].since
    }

    pub(in crate::pool) fn set_since(&mut self, index: u32, since: Time) {
        self.waiters[index as usize].since = since;
    }

    /// A caller joins the end of the line.
    #[inline(always)]
    pub(in crate::pool) fn park(&mut self, now: Time) -> WaiterId {
        if self.free == NIL {
            self.grow();
        }
        let (index, waiters) = (self.free, self.waiters.as_mut_slice());
        let waiter = &mut waiters[index as usize];
        if let WaitState::Free(next) = waiter.state {
            self.free = next;
        }
        waiter.state = WaitState::Waiting;
        waiter.since = now;
        let id = WaiterId::new(index, waiter.generation);
        self.line.push_back(waiters, index);
        if self.oldest == NIL {
            self.oldest = index;
        }
        self.waiting += 1;
        self.parked_ever += 1;
        id
    }

    #[cold]
    fn grow(&mut self) {
        let state = WaitState::Free(NIL);
        self.free = self.waiters.len() as u32;
        self.waiters.push(Waiter { since: Time(0), state, links: Links::LOOSE, generation: 0 });
    }

    /// Reserves `slot` for the oldest without a grant. There must be one.
    #[inline]
    pub(in crate::pool) fn grant_oldest(&mut self, slot: u32) {
        let index = self.oldest;
        let waiter = &mut self.waiters[index as usize];
        waiter.state = WaitState::Granted(slot);
        self.oldest = waiter.links.next;
        if self.unsent == NIL {
            self.unsent = index;
        }
        self.waiting -= 1;
        self.granted += 1;
    }

    /// Takes the youngest grant back; its waiter keeps its position and waits on.
    pub(in crate::pool) fn revoke_youngest(&mut self) -> Option<u32> {
        let index = match self.oldest {
            NIL => self.line.tail,
            oldest => self.waiters[oldest as usize].links.prev,
        };
        if index == NIL {
            return None;
        }
        let WaitState::Granted(slot) = self.waiters[index as usize].state else {
            return None;
        };
        self.waiters[index as usize].state = WaitState::Waiting;
        self.oldest = index;
        if self.unsent == index {
            self.unsent = NIL;
        }
        self.waiting += 1;
        self.granted -= 1;
        Some(slot)
    }

    /// Those with a grant, oldest first, and the slot reserved for each.
    pub(in crate::pool) fn grants(&self) -> impl Iterator<Item = (WaiterId, u32)> + '_ {
        self.line.iter(&self.waiters).map_while(|index| {
            let waiter = &self.waiters[index as usize];
            match waiter.state {
                WaitState::Granted(slot) => Some((WaiterId::new(index, waiter.generation), slot)),
                _ => None,
            }
        })
    }

    /// The slots reserved for waiters, oldest waiter first.
    pub(in crate::pool) fn granted_slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.grants().map(|(_, slot)| slot)
    }

    /// Those without a grant, oldest first, and since when each waits.
    pub(in crate::pool) fn waiting_ones(&self) -> impl Iterator<Item = (WaiterId, Time)> + '_ {
        List { head: self.oldest, ..self.line }.iter(&self.waiters).map(|index| {
            let waiter = &self.waiters[index as usize];
            (WaiterId::new(index, waiter.generation), waiter.since)
        })
    }

    /// Gives the youngest holder of a slot for which `unfit` holds another slot instead: everybody keeps a grant.
    pub(in crate::pool) fn exchange(
        &mut self,
        other: u32,
        mut unfit: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        let mut index = match self.oldest {
            NIL => self.line.tail,
            oldest => self.waiters[oldest as usize].links.prev,
        };
        while index != NIL {
            let waiter = &mut self.waiters[index as usize];
            if let WaitState::Granted(slot) = waiter.state {
                if unfit(slot) {
                    waiter.state = WaitState::Granted(other);
                    return Some(slot);
                }
            }
            index = waiter.links.prev;
        }
        None
    }

    /// A wait is over. A granted slot must have been taken note of before.
    pub(in crate::pool) fn end(&mut self, index: u32, ending: Ending) {
        match self.waiters[index as usize].state {
            WaitState::Waiting => {
                self.waiting -= 1;
                self.leave_line(index);
            }
            WaitState::Granted(_) => {
                self.granted -= 1;
                self.leave_line(index);
            }
            WaitState::Failed { woken, .. } => {
                self.failing -= 1;
                if !woken {
                    self.failed.remove(&mut self.waiters, index);
                }
            }
            WaitState::Free(_) => return,
        }
        self.recycle(index, ending);
    }

    /// The wait of one with a grant is over, if `take` takes the slot that was granted. Gives what that says, and since when it has
    /// waited.
    #[inline(always)]
    pub(in crate::pool) fn serve_with<T>(
        &mut self,
        id: WaiterId,
        take: impl FnOnce(u32) -> Option<T>,
    ) -> Option<(T, Time)> {
        let waiters = self.waiters.as_mut_slice();
        let waiter = waiters.get_mut(id.index())?;
        let WaitState::Granted(slot) = waiter.state else { return None };
        if waiter.generation != id.generation() {
            return None;
        }
        let taken = take(slot)?;
        let (index, since) = (id.number(), waiter.since);
        self.granted -= 1;
        if self.unsent == index {
            let next = waiter.links.next;
            self.unsent = if next == self.oldest { NIL } else { next };
        }
        self.ended[Ending::Served as usize] += 1;
        waiter.end(self.free);
        self.free = index;
        self.line.remove(waiters, index);
        Some((taken, since))
    }

    /// The wait of one with a grant is over: it takes what was granted.
    #[inline]
    pub(in crate::pool) fn serve(&mut self, index: u32) {
        self.granted -= 1;
        self.leave_line(index);
        self.recycle(index, Ending::Served);
    }

    /// The wait of one without a grant is over: its caller has gone. False for any other.
    #[inline(always)]
    pub(in crate::pool) fn withdraw(&mut self, id: WaiterId) -> bool {
        let waiters = self.waiters.as_mut_slice();
        let Some(waiter) = waiters.get_mut(id.index()) else { return false };
        if waiter.state != WaitState::Waiting || waiter.generation != id.generation() {
            return false;
        }
        let index = id.number();
        self.waiting -= 1;
        if self.oldest == index {
            self.oldest = waiter.links.next;
        }
        self.ended[Ending::Cancelled as usize] += 1;
        waiter.end(self.free);
        self.free = index;
        self.line.remove(waiters, index);
        true
    }

    #[inline]
    fn recycle(&mut self, index: u32, ending: Ending) {
        self.ended[ending as usize] += 1;
        self.waiters[index as usize].end(self.free);
        self.free = index;
    }

    #[inline]
    fn leave_line(&mut self, index: u32) {
        let next = self.waiters[index as usize].links.next;
        if self.oldest == index {
            self.oldest = next;
        }
        if self.unsent == index {
            self.unsent = if next == self.oldest { NIL } else { next };
        }
        self.line.remove(&mut self.waiters, index);
    }

    /// Fails the first in the queue, with or without a grant. `Some` holds the slot that was reserved for it.
    pub(in crate::pool) fn fail_first(&mut self, refusal: Refusal) -> Option<Option<u32>> {
        let index = self.line.head;
        if index == NIL {
            return None;
        }
        let slot = match self.waiters[index as usize].state {
            WaitState::Granted(slot) => {
                self.granted -= 1;
                Some(slot)
            }
            _ => {
                self.waiting -= 1;
                None
            }
        };
        self.leave_line(index);
        self.waiters[index as usize].state = WaitState::Failed { refusal, woken: false };
        self.failed.push_back(&mut self.waiters, index);
        self.failing += 1;
        Some(slot)
    }

    /// The next one for the shell to wake: each grant and each failure once.
    #[inline]
    pub(in crate::pool) fn next_wake(&mut self) -> Option<WaiterId> {
        if self.has_wakes() { Some(self.send_wake()) } else { None }
    }

    #[inline(always)]
    pub(in crate::pool) fn has_wakes(&self) -> bool {
        self.failed.head != NIL || self.unsent != NIL
    }

    /// The next one for the shell to wake, if what has been granted to it is this slot.
    #[inline]
    pub(in crate::pool) fn next_wake_with(&mut self, slot: u32) -> Option<WaiterId> {
        if self.failed.head != NIL || self.unsent == NIL {
            return None;
        }
        let is_its = self.waiters[self.unsent as usize].state == WaitState::Granted(slot);
        is_its.then(|| self.send_wake())
    }

    #[inline]
    fn send_wake(&mut self) -> WaiterId {
        let index = if self.failed.head == NIL { self.unsent } else { self.failed.head };
        if let WaitState::Failed { refusal, .. } = self.waiters[index as usize].state {
            self.failed.remove(&mut self.waiters, index);
            self.waiters[index as usize].state = WaitState::Failed { refusal, woken: true };
        } else {
            let next = self.waiters[index as usize].links.next;
            self.unsent = if next == self.oldest { NIL } else { next };
        }
        WaiterId::new(index, self.waiters[index as usize].generation)
    }

    /// Recounts everything.
    pub(in crate::pool) fn check(&self) {
        let mut seen_waiting = false;
        let (mut waiting, mut granted) = (0, 0);
        let mut seen_unsent = self.unsent == NIL;
        self.line.check(&self.waiters);
        for index in self.line.iter(&self.waiters) {
            match self.waiters[index as usize].state {
                WaitState::Waiting => {
                    if !seen_waiting {
                        assert_eq!(self.oldest, index, "the oldest waiter without a grant");
                    }
                    seen_waiting = true;
                    waiting += 1;
                }
                WaitState::Granted(_) => {
                    assert!(!seen_waiting, "granted waiters are a prefix of the line");
                    granted += 1;
                    seen_unsent |= self.unsent == index;
                }
                state => panic!("a waiter in state {state:?} is in line"),
            }
        }
        assert!(seen_waiting || self.oldest == NIL, "no waiter without a grant");
        assert!(seen_unsent, "the waiter to wake next has a grant");
        assert_eq!((self.waiting, self.granted), (waiting, granted), "counts of waiters");
        let unsent_failures = self.failed.check(&self.waiters);
        let (mut failing, mut on_failed_list, mut free) = (0, 0, 0);
        for waiter in &self.waiters {
            match waiter.state {
                WaitState::Failed { woken, .. } => {
                    failing += 1;
                    on_failed_list += usize::from(!woken);
                }
                WaitState::Free(_) => free += 1,
                _ => {}
            }
        }
        assert_eq!((self.failing, unsent_failures), (failing, on_failed_list), "failed waiters");
        assert_eq!(free + failing + waiting + granted, self.waiters.len() as u32, "waiters in use");
        let ended: u64 = self.ended.iter().sum();
        let open = u64::from(failing + waiting + granted);
        assert_eq!(self.parked_ever, ended + open, "each wait ends exactly once");
    }
}
