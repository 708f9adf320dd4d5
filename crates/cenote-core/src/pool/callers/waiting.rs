//! The way of a parked caller: woken, timed out, or gone (SPEC 6, 7).

use super::queue::{Ending, WaitState};
use crate::{
    pool::{
        SlotId, WaiterId,
        answers::{Next, Refusal},
        pool_core::Core,
        slots::SlotState,
    },
    time::Time,
};

impl Core {
    /// The parked caller runs. With a grant it goes on; failed by close or deactivation it is refused; otherwise (its grant
    /// was revoked, or the wake was spurious) it is to park again, under the same id and in its old position.
    #[inline]
    pub fn resume(&mut self, waiter: WaiterId, now: Time) -> Next {
        match self.queue.find(waiter) {
            Some((index, WaitState::Granted(slot))) => self.spend(index, slot, now),
            other => self.resume_without_grant(waiter, other),
        }
    }

    /// The usual case of [`resume`](Self::resume), in few steps: the caller takes the resource that was reserved for it. After
    /// `None`, for which nothing was done, `resume` says what to do.
    #[inline(always)]
    pub fn take_granted(&mut self, waiter: WaiterId, now: Time) -> Option<SlotId> {
        if !self.plain_acquire || self.settings.before_acquire {
            return None;
        }
        let slots = &mut self.slots;
        let (taken, since) = self.queue.serve_with(waiter, |slot| {
            slots.shift_if(slot, SlotState::Granted, SlotState::Out, |slot| {
                let is_good = slot.is_good_grant(now);
                if is_good {
                    slot.since = now;
                }
                is_good
            })
        })?;
        self.waits.record(now.since(since));
        self.counters.acquires += 1;
        Some(taken)
    }

    #[inline(never)]
    fn resume_without_grant(&mut self, waiter: WaiterId, at: Option<(u32, WaitState)>) -> Next {
        match at {
            None => Next::Refuse(Refusal::Stale),
            Some((_, WaitState::Waiting | WaitState::Free(_) | WaitState::Granted(_))) => {
                Next::Park(waiter)
            }
            Some((index, WaitState::Failed { refusal, .. })) => {
                self.queue.end(index, Ending::Failed);
                Next::Refuse(refusal)
            }
        }
    }

    /// The parked caller runs because its deadline has passed. A grant that came first beats it (SPEC 7.7), and so do close
    /// and deactivation.
    pub fn timed_out(&mut self, waiter: WaiterId, now: Time) -> Next {
        if let Some((index, WaitState::Waiting)) = self.queue.find(waiter) {
            self.queue.end(index, Ending::TimedOut);
            self.counters.timeouts += 1;
            return Next::Refuse(Refusal::TimedOut);
        }
        self.resume(waiter, now)
    }

    /// The usual case of [`leave`](Self::leave), in few steps: true if the caller had no grant. Nothing but the count of
    /// waiters has changed, so nobody is to be woken, and no deadline has come nearer. After false, for which nothing was done,
    /// `leave` says what to do.
    #[inline]
    pub fn withdraw(&mut self, waiter: WaiterId) -> bool {
        self.queue.withdraw(waiter)
    }

    /// The parked caller goes away (cancelled, dropped). A grant passes on, be it a resource or the right to create (SPEC
    /// 6.6). False for a stale id.
    pub fn leave(&mut self, waiter: WaiterId, now: Time) -> bool {
        let Some((index, state)) = self.queue.find(waiter) else { return false };
        self.queue.end(index, Ending::Cancelled);
        if let WaitState::Granted(slot) = state {
            self.give_up(slot, now);
            self.refresh_paths();
            self.want_refill(now);
            self.grant(now);
        }
        true
    }

    /// Refines the moment from which this wait counts, for shells that enter acquire with a coarse reading of the clock.
    pub fn parked_at(&mut self, waiter: WaiterId, precise: Time) {
        if let Some((index, _)) = self.queue.find(waiter) {
            self.queue.set_since(index, precise);
        }
    }

    /// The next caller to make runnable; it then reports [`resume`](Self::resume). Each grant and each failure comes once, in
    /// the order of parking.
    #[inline]
    pub fn next_wake(&mut self) -> Option<WaiterId> {
        self.queue.next_wake()
    }

    /// Whether [`next_wake`](Self::next_wake) has somebody.
    #[inline(always)]
    pub fn has_wakes(&self) -> bool {
        self.queue.has_wakes()
    }

    /// The waiter takes what was reserved for it.
    #[inline]
    fn spend(&mut self, index: u32, slot: u32, now: Time) -> Next {
        self.waits.record(now.since(self.queue.since(index)));
        self.queue.serve(index);
        let at = self.slots.slot(slot);
        if self.plain_acquire && at.expires > now && self.slots.state(slot) == SlotState::Granted {
            return self.serve(slot, SlotState::Granted, now);
        }
        self.spend_long(slot, now)
    }

    #[inline(never)]
    fn spend_long(&mut self, slot: u32, now: Time) -> Next {
        if self.slots.state(slot) == SlotState::Reserved {
            self.slots.shift(slot, SlotState::Creating);
            // With one more than before, one that `min` protected may have been idle too long.
            self.note_idle_bound();
            return Next::Create(self.slots.id(slot));
        }
        self.meet(slot, now)
    }

    /// A reserved slot is free again: idle, or empty.
    pub(in crate::pool) fn give_up(&mut self, slot: u32, now: Time) {
        self.unmark(slot);
        if self.slots.state(slot) == SlotState::Reserved {
            self.slots.shift(slot, SlotState::Empty);
            return;
        }
        self.slots.slot_mut(slot).since = now;
        self.slots.shift(slot, SlotState::Idle);
        // It may have grown too old while it was reserved.
        self.schedule.expires(self.slots.slot(slot).expires);
    }
}
