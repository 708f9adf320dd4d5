//! The way back: release and detach (SPEC 9).

use super::SlotId;
use super::answers::{After, Reason, Verdict};
use super::pool_core::Core;
use super::slots::SlotState;
use crate::time::Time;

impl Core {
    /// Takes a handed-out slot out of the releasable set while beforeRelease runs (SPEC 9.8); then report
    /// [`release`](Self::release) or [`cancelled`](Self::cancelled). A shell whose hook cannot suspend leaves this out.
    /// False for a slot that is not handed out.
    #[inline]
    pub fn begin_release(&mut self, slot: SlotId, now: Time) -> bool {
        let Some(index) = self.slots.find(slot, SlotState::Out) else { return false };
        self.end_hold(index, now);
        self.slots.shift_from(index, SlotState::Out, SlotState::Returning);
        true
    }

    /// A handed-out resource comes back, with what the releasing side thinks of it. (A strategy of the user is told by the
    /// shell just before.)
    #[inline]
    pub fn release(&mut self, slot: SlotId, verdict: Verdict, now: Time) -> After {
        if let Some(index) = self.slots.find(slot, SlotState::Out) {
            self.end_hold(index, now);
            return self.come_back(index, SlotState::Out, verdict, now);
        }
        match self.slots.find(slot, SlotState::Returning) {
            Some(index) => self.come_back(index, SlotState::Returning, verdict, now),
            None => After::Stale,
        }
    }

    /// The usual case of [`release`](Self::release) with [`Verdict::Keep`], in few steps: nobody waits, and the resource
    /// goes into the store. After false, for which nothing was done, `release` says what to do.
    #[inline(always)]
    pub fn give_back(&mut self, slot: SlotId, now: Time) -> bool {
        if !self.plain_release || self.queue.waiting() > 0 {
            return false;
        }
        let mut out_since = now;
        let stored = self.slots.shift_if(slot.number(), SlotState::Out, SlotState::Idle, |at| {
            at.ends_plainly(slot, now, &mut out_since)
        });
        if stored.is_none() {
            return false;
        }
        self.note_hold(out_since, now);
        true
    }

    /// The usual case of [`release`](Self::release) with [`Verdict::Keep`] in a busy pool, in few steps: what comes back is the one
    /// thing that is free, and is reserved for the oldest of those who wait. After false, for which nothing was done, `release` says
    /// what to do.
    #[inline(always)]
    pub fn give_on(&mut self, slot: SlotId, now: Time) -> bool {
        if !self.plain_release || self.queue.waiting() == 0 || !self.is_all_that_is_free() {
            return false;
        }
        let (index, mut out_since) = (slot.number(), now);
        let passed = self
            .slots
            .pass_on_if(index, SlotState::Out, |at| at.ends_plainly(slot, now, &mut out_since));
        if passed {
            self.note_hold(out_since, now);
            self.queue.grant_oldest(index);
        }
        passed
    }

    #[inline(always)]
    pub(super) fn come_back(
        &mut self,
        index: u32,
        from: SlotState,
        verdict: Verdict,
        now: Time,
    ) -> After {
        let at = self.slots.slot_mut(index);
        if self.plain_release && verdict == Verdict::Keep && at.probe == 0 && at.expires > now {
            at.since = now;
            if self.queue.waiting() > 0 && self.is_all_that_is_free() {
                self.slots.pass_on_if(index, from, |_| true);
                self.queue.grant_oldest(index);
            } else {
                self.slots.shift_from(index, from, SlotState::Idle);
                self.grant(now);
            }
            return After::Stored;
        }
        self.take_back(index, verdict, now)
    }

    /// On the short way back, with callers waiting: what comes back is the one thing that can be granted. Where acquire is
    /// plain, anyone who waits has found nothing idle; and with all places taken there is no right to create.
    #[inline]
    fn is_all_that_is_free(&self) -> bool {
        self.plain_acquire && self.places() == 0
    }

    /// SPEC 9.2, 9.3: the strategy first, then the store or the end.
    #[inline(never)]
    fn take_back(&mut self, index: u32, verdict: Verdict, now: Time) -> After {
        let probe = self.unmark(index);
        match verdict {
            Verdict::Keep => self.judge(false, probe, now),
            Verdict::Reject => {
                self.counters.rejected += 1;
                self.judge(true, probe, now);
            }
            Verdict::Discard => {}
        }
        let reason = match verdict {
            Verdict::Keep => self.end_of_life(index, now),
            Verdict::Reject => Some(Reason::Rejected),
            Verdict::Discard => Some(Reason::Discarded),
        };
        match reason {
            Some(reason) => After::Destroy(self.doom(index, reason, now), reason),
            None => {
                self.store(index, now);
                After::Stored
            }
        }
    }

    /// Why a good resource does not go into the store all the same.
    pub(super) fn end_of_life(&self, index: u32, now: Time) -> Option<Reason> {
        if self.closed {
            Some(Reason::Closed)
        } else if self.is_expired(index, now) {
            Some(Reason::Expired)
        } else if self.is_oversized() {
            Some(Reason::Surplus)
        } else {
            None
        }
    }

    /// To be destroyed, by the one that has it in hand; its place will be free.
    pub(super) fn doom(&mut self, index: u32, reason: Reason, now: Time) -> SlotId {
        match reason {
            Reason::Expired => self.counters.expired += 1,
            Reason::IdleTooLong => self.counters.idled_out += 1,
            Reason::Unhealthy => self.counters.unhealthy += 1,
            _ => {}
        }
        self.slots.shift(index, SlotState::Destroying);
        // The place is not free yet. But the end of a probe makes room under the recovery limit (SPEC 14.4).
        self.grant(now);
        self.slots.id(index)
    }

    /// The resource of a `Destroy` of any kind is gone, also when its destructor threw. The place is free and granted on; a
    /// caller of acquire that reports this, and not [`retry`](Self::retry), leaves. False for a stale id.
    pub fn destroyed(&mut self, slot: SlotId, now: Time) -> bool {
        let states = [SlotState::Destroying, SlotState::Replacing];
        let Some((index, _)) = self.find_in(slot, &states) else { return false };
        self.counters.destroyed += 1;
        self.slots.end_watch(index);
        self.vacate(index, now);
        true
    }

    /// A handed-out resource leaves the pool for good; its place is free and granted on. False for a slot that is not handed
    /// out.
    pub fn detach(&mut self, slot: SlotId, now: Time) -> bool {
        let Some(index) = self.slots.find(slot, SlotState::Out) else { return false };
        self.end_hold(index, now);
        self.counters.detached += 1;
        self.vacate(index, now);
        true
    }

    #[inline]
    fn end_hold(&mut self, index: u32, now: Time) {
        self.note_hold(self.slots.slot(index).since, now);
    }

    #[inline]
    pub(super) fn note_hold(&mut self, since: Time, now: Time) {
        let held = now.since(since);
        if held > self.hold_max {
            self.hold_max = held;
        }
    }
}
