//! Direct hand-over: a waiter takes what was reserved for it without a step of the core.
//!
//! For shells with several threads. To the core nothing happens when the waiter takes the resource: it counts as reserved
//! until the shell says that it was taken, and when. So the hot path of a busy pool has two steps under the shell's lock in
//! place of three: a caller parks, and it gives back, which settles that it had taken, ends its hold, and grants on.
//!
//! What the core answers is right as long as the shell keeps to one rule: **before** any call other than
//! [`acquire`](Core::acquire), [`resume`](Core::resume), [`leave`](Core::leave), [`timed_out`](Core::timed_out),
//! [`release`](Core::release) and [`release_taken`](Core::release_taken), and their short ways, it goes through [`grants`](Core::grants): whatever
//! has been taken it [`settle`](Core::settle)s, and whatever has not it takes out of the waiter's reach. The calls named do not
//! touch the grants of other waiters, as long as the breaker is ACTIVE and has no strategy that listens; else
//! [`hand_over`](Core::hand_over) says no.

use super::queue::WaitState;
use crate::{
    pool::{
        SlotId, WaiterId,
        answers::{After, Verdict},
        pool_core::Core,
        slots::SlotState,
    },
    time::Time,
};

/// A resource that a waiter may take by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandOver {
    /// The waiter, which is to be woken.
    pub waiter: WaiterId,
    /// The use of the slot that will be the waiter's.
    pub slot: SlotId,
    /// From this moment on it must not take it, but call [`resume`](Core::resume).
    pub expires: Time,
}

impl Core {
    /// To be asked right after [`release`](Self::release) has answered [`After::Stored`]: whether the resource has been
    /// granted to the waiter that is the next to be woken, and nothing more is to be asked of anybody. Then that waiter counts
    /// as woken ([`next_wake`](Self::next_wake) will not name it), and may take the resource by itself.
    #[inline]
    pub fn hand_over(&mut self, released: SlotId) -> Option<HandOver> {
        if !(self.plain_acquire && self.plain_release) || self.settings.before_acquire {
            return None;
        }
        let index = released.number();
        let waiter = self.queue.next_wake_with(index)?;
        let expires = self.slots.slot(index).expires;
        Some(HandOver { waiter, slot: self.slots.id(index), expires })
    }

    /// Those with a grant of a resource, oldest first, and the slot it is in.
    pub fn grants(&self) -> impl Iterator<Item = (WaiterId, SlotId)> + '_ {
        let resources = |&(_, slot): &(WaiterId, u32)| self.slots.state(slot) == SlotState::Granted;
        self.queue.grants().filter(resources).map(|(waiter, slot)| (waiter, self.slots.id(slot)))
    }

    /// Whether this waiter has a grant of a resource.
    #[inline]
    pub fn has_grant(&self, waiter: WaiterId) -> bool {
        self.grant_of(waiter).is_some()
    }

    #[inline]
    fn grant_of(&self, waiter: WaiterId) -> Option<(u32, u32)> {
        match self.queue.find(waiter) {
            Some((index, WaitState::Granted(slot)))
                if self.slots.state(slot) == SlotState::Granted =>
            {
                Some((index, slot))
            }
            _ => None,
        }
    }

    /// The waiter has taken what was handed over to it, at that moment: it is handed out. False if it has no grant, or if
    /// this was told before.
    pub fn settle(&mut self, waiter: WaiterId, at: Time) -> bool {
        let Some((index, slot)) = self.grant_of(waiter) else { return false };
        self.end_wait(index, at);
        self.slots.slot_mut(slot).since = at;
        self.slots.shift(slot, SlotState::Out);
        true
    }

    /// What this waiter has taken at that moment comes back: [`settle`](Self::settle) and [`release`](Self::release) in one,
    /// or the latter alone, if it was settled before. The first answer is whether it was not.
    #[inline]
    pub fn release_taken(
        &mut self,
        (waiter, at): (WaiterId, Time),
        slot: SlotId,
        verdict: Verdict,
        now: Time,
    ) -> (bool, After) {
        match self.grant_of(waiter) {
            Some((index, place)) => {
                self.end_wait(index, at);
                self.note_hold(at, now);
                (true, self.come_back(place, SlotState::Granted, verdict, now))
            }
            None => (false, self.release(slot, verdict, now)),
        }
    }

    #[inline]
    fn end_wait(&mut self, index: u32, at: Time) {
        self.waits.record(at.since(self.queue.since(index)));
        self.queue.serve(index);
        self.counters.acquires += 1;
    }
}
