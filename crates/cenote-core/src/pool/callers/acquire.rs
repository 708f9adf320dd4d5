//! acquire and tryAcquire (SPEC 5, 8), from the call to the resource.

use crate::{
    breaker::BreakerState,
    pool::{
        SlotId, WaiterId,
        answers::{Next, Patience, Reason, Refusal},
        pool_core::Core,
        slots::SlotState,
        upkeep::recycling::ENDED,
    },
    time::Time,
};

impl Core {
    /// One attempt to get a resource; with [`Patience::None`] it is tryAcquire.
    ///
    /// The shell has checked the timeout argument before (SPEC 7.4).
    #[inline]
    pub fn acquire(&mut self, patience: Patience, now: Time) -> Next {
        if self.plain_acquire {
            if let Some(index) = self.slots.first_idle() {
                if self.slots.slot(index).expires > now {
                    return self.serve(index, SlotState::Idle, now);
                }
            } else if self.queue.waiting() > 0 || self.places() == 0 {
                return self.park(patience, now);
            }
        }
        self.attempt(patience, now)
    }

    /// The usual case of [`acquire`](Self::acquire), in few steps: what is idle, and may be handed out without asking
    /// anybody. After `None`, for which nothing was done, `acquire` says what to do.
    #[inline(always)]
    pub fn take_idle(&mut self, now: Time) -> Option<SlotId> {
        if !self.plain_acquire || self.settings.before_acquire {
            return None;
        }
        let index = self.slots.first_idle()?;
        let id = self.slots.shift_if(index, SlotState::Idle, SlotState::Out, |slot| {
            let is_good = slot.expires > now;
            if is_good {
                slot.since = now;
            }
            is_good
        })?;
        self.counters.acquires += 1;
        Some(id)
    }

    /// The usual case of [`acquire`](Self::acquire) in a busy pool, in few steps: nothing is idle and all places are taken, and
    /// the caller waits, indefinitely or until later than now. After `None`, for which nothing was done, `acquire` says what to
    /// do.
    #[inline(always)]
    pub fn line_up(&mut self, now: Time) -> Option<WaiterId> {
        let waiting = self.queue.waiting();
        let limit = self.settings.max_waiters;
        let is_plain = self.plain_acquire && (limit == 0 || waiting < limit);
        if is_plain && self.places() == 0 && self.slots.first_idle().is_none() {
            return Some(self.queue.park(now));
        }
        None
    }

    /// The steps of SPEC 5, in their order.
    #[inline(never)]
    fn attempt(&mut self, patience: Patience, now: Time) -> Next {
        if self.closed {
            return Next::Refuse(Refusal::Closed);
        }
        if self.breaker.state == BreakerState::Inactive && patience != Patience::None {
            if self.breaker.judge.is_to_be_asked() {
                return Next::Consult;
            }
            if self.breaker.judge.wants_recovery(now) {
                self.recover(now);
            }
        }
        if !self.may_hand_out() {
            return Next::Refuse(Refusal::Unavailable);
        }
        if let Some(index) = self.servable_idle() {
            self.mark_taken(index);
            return self.meet(index, now);
        }
        // Those who wait come first, also in the moment after a back-off has ended and before the tick that grants.
        if self.queue.waiting() == 0 && self.may_create(now) {
            let index = self.slots.claim(SlotState::Creating);
            self.mark_taken(index);
            return Next::Create(self.slots.id(index));
        }
        self.park(patience, now)
    }

    #[inline]
    fn park(&mut self, patience: Patience, now: Time) -> Next {
        match patience {
            Patience::None => return Next::Refuse(Refusal::Exhausted),
            Patience::Until(deadline) if deadline <= now => {
                self.counters.timeouts += 1;
                return Next::Refuse(Refusal::TimedOut);
            }
            Patience::Until(_) | Patience::Forever => {}
        }
        let limit = self.settings.max_waiters;
        if limit > 0 && self.queue.waiting() >= limit {
            return Next::Refuse(Refusal::TooManyWaiters);
        }
        let waiter: WaiterId = self.queue.park(now);
        Next::Park(waiter)
    }

    /// A caller meets a resource from the store, already marked as taken.
    #[inline(never)]
    pub(in crate::pool) fn meet(&mut self, index: u32, now: Time) -> Next {
        if self.is_expired(index, now) {
            self.counters.expired += 1;
            return self.replace(index, Reason::Expired);
        }
        self.serve(index, self.slots.state(index), now)
    }

    /// A good resource from the store, for its caller or, first, for beforeAcquire.
    #[inline(always)]
    pub(in crate::pool) fn serve(&mut self, index: u32, from: SlotState, now: Time) -> Next {
        if self.settings.before_acquire {
            self.slots.shift_from(index, from, SlotState::Vetting);
            return Next::Check(self.slots.id(index));
        }
        self.hand_out(index, from, now)
    }

    #[inline(always)]
    fn hand_out(&mut self, index: u32, from: SlotState, now: Time) -> Next {
        self.slots.slot_mut(index).since = now;
        self.slots.shift_from(index, from, SlotState::Out);
        self.counters.acquires += 1;
        Next::Take(self.slots.id(index))
    }

    /// The caller destroys the resource and keeps the place.
    #[cold]
    fn replace(&mut self, index: u32, reason: Reason) -> Next {
        self.slots.shift(index, SlotState::Replacing);
        Next::Destroy(self.slots.id(index), reason)
    }

    /// Why a resource must not be handed out although its hook or factory has just said yes (SPEC 5.8).
    #[inline]
    fn objection(&self) -> Option<Reason> {
        if self.closed {
            return Some(Reason::Closed);
        }
        (self.breaker.state == BreakerState::Inactive).then_some(Reason::Unavailable)
    }

    /// After [`Next::Take`], in a shell that runs beforeAcquire on what it took (with
    /// [`Settings::before_acquire`](crate::pool::Settings::before_acquire) off), because its hook seldom suspends: now the hook
    /// does suspend, or rejects. What was taken is not handed out yet but in the hook, as after [`Next::Check`], and the
    /// same reports follow. False for a slot that is not handed out.
    pub fn vet(&mut self, slot: SlotId) -> bool {
        let Some(index) = self.slots.find(slot, SlotState::Out) else { return false };
        self.counters.acquires -= 1;
        self.slots.shift(index, SlotState::Vetting);
        true
    }

    /// After [`Next::Check`]: the hook accepted. `Take`, or `Destroy` if the pool was closed or set INACTIVE or the
    /// resource grew too old meanwhile.
    pub fn accepted(&mut self, slot: SlotId, now: Time) -> Next {
        if self.accept(slot, now) {
            return Next::Take(slot);
        }
        match self.slots.find(slot, SlotState::Vetting) {
            Some(index) => self.object_to(index),
            None => Next::Refuse(Refusal::Stale),
        }
    }

    /// The usual case of [`accepted`](Self::accepted), in few steps: true is `Take`. After false, for which nothing
    /// was done, `accepted` says what to do.
    #[inline(always)]
    pub fn accept(&mut self, slot: SlotId, now: Time) -> bool {
        let Some(index) = self.slots.find(slot, SlotState::Vetting) else { return false };
        if self.objection().is_some() || self.is_expired(index, now) {
            return false;
        }
        let _ = self.hand_out(index, SlotState::Vetting, now);
        true
    }

    /// The hook has accepted what must not be handed out all the same.
    #[cold]
    fn object_to(&mut self, index: u32) -> Next {
        let reason = self.objection().unwrap_or_else(|| {
            self.counters.expired += 1;
            Reason::Expired
        });
        self.replace(index, reason)
    }

    /// After [`Next::Check`]: the hook rejected (SPEC 5.4). Answers `Destroy`.
    pub fn rejected(&mut self, slot: SlotId) -> Next {
        let Some(index) = self.slots.find(slot, SlotState::Vetting) else {
            return Next::Refuse(Refusal::Stale);
        };
        self.counters.rejected += 1;
        self.replace(index, Reason::Rejected)
    }

    /// After [`Next::Create`]: the factory made one. `Take`, or `Destroy` if the pool was closed, set INACTIVE or
    /// [recycled](Self::recycle) meanwhile.
    pub fn created(&mut self, slot: SlotId, now: Time) -> Next {
        let Some(index) = self.slots.find(slot, SlotState::Creating) else {
            return Next::Refuse(Refusal::Stale);
        };
        self.born(index, now);
        let next = match self.objection() {
            Some(reason) => self.replace(index, reason),
            None if self.slots.slot(index).expires == ENDED => {
                self.counters.expired += 1;
                self.replace(index, Reason::Expired)
            }
            None => self.hand_out(index, SlotState::Creating, now),
        };
        // One creation less in flight, and success ends a back-off: others may begin.
        self.grant(now);
        next
    }

    /// After [`Next::Create`], [`RoundStep::Create`](crate::pool::RoundStep::Create) or [`prewarm`](Self::prewarm): the
    /// factory failed. The place is free and granted on; the error reaches this caller alone (SPEC 5.6). False for a stale
    /// id.
    pub fn create_failed(&mut self, slot: SlotId, now: Time) -> bool {
        let Some((index, state)) = self.find_in(slot, &[SlotState::Creating, SlotState::Warming])
        else {
            return false;
        };
        self.counters.create_failures += 1;
        self.creation.failed(&mut self.random, now);
        if state == SlotState::Warming {
            self.warming_failed(now);
        }
        let probe = self.is_probe(index);
        self.judge(true, probe, now);
        self.vacate(index, now);
        true
    }

    /// After [`Next::Create`]: the caller leaves, and the creation goes on without it, for the store (SPEC 23.7). What
    /// becomes of it is reported as after [`RoundStep::Create`](crate::pool::RoundStep::Create). `late`: the caller's deadline has
    /// passed. False for a stale id.
    pub fn forsake(&mut self, slot: SlotId, late: bool) -> bool {
        let Some(index) = self.slots.find(slot, SlotState::Creating) else { return false };
        self.slots.shift(index, SlotState::Warming);
        self.counters.timeouts += u64::from(late);
        true
    }

    /// A cancellation came out of a hook, a check or a factory (SPEC 10.5, 10.6). A factory's place is free: `None`. Under
    /// anything else the resource is to be destroyed: `Some`, then report [`destroyed`](Self::destroyed).
    pub fn cancelled(&mut self, slot: SlotId, now: Time) -> Option<SlotId> {
        let (index, state) = self.slots.lookup(slot)?;
        match state {
            SlotState::Creating | SlotState::Warming => {
                self.vacate(index, now);
                None
            }
            SlotState::Vetting | SlotState::Returning | SlotState::Checking => {
                self.unmark(index);
                self.slots.shift(index, SlotState::Destroying);
                self.grant(now);
                Some(slot)
            }
            _ => None,
        }
    }

    /// After [`Next::Destroy`]: the resource is gone and the caller goes on. It has kept its place: it takes a free idle
    /// resource, and the place is granted on; or it creates in its own slot (SPEC 5.4).
    pub fn retry(&mut self, slot: SlotId, patience: Patience, now: Time) -> Next {
        let Some(index) = self.slots.find(slot, SlotState::Replacing) else {
            return Next::Refuse(Refusal::Stale);
        };
        self.counters.destroyed += 1;
        let is_counted = self.breaker.state == BreakerState::Recovering && self.is_probe(index);
        let refusal = if self.closed {
            Some(Refusal::Closed)
        } else if is_counted || self.may_hand_out() {
            None
        } else {
            Some(Refusal::Unavailable)
        };
        if let Some(refusal) = refusal {
            self.vacate(index, now);
            return Next::Refuse(refusal);
        }
        self.unmark(index);
        if let Some(idle) = self.idle_for_place_holder() {
            self.mark_taken(idle);
            let next = self.meet(idle, now);
            self.vacate(index, now);
            return next;
        }
        if !self.is_oversized() && self.creation.may_start(self.slots.in_creation(), now) {
            self.mark_taken(index);
            self.slots.slot_mut(index).expires = Time::NEVER;
            self.slots.shift(index, SlotState::Creating);
            return Next::Create(slot);
        }
        self.vacate(index, now);
        self.attempt(patience, now)
    }

    /// A free idle resource for a caller that gives up its own place for it: it takes no place more than it had.
    fn idle_for_place_holder(&self) -> Option<u32> {
        if self.slots.spoken_for() > self.settings.max {
            return None;
        }
        self.slots.first_idle()
    }

    /// After [`Next::Consult`]: what the strategy said; an exception counts as false. Somebody may have changed the state
    /// meanwhile: then that holds, and a yes is no longer needed.
    pub fn consulted(&mut self, recover: bool, patience: Patience, now: Time) -> Next {
        if self.breaker.state == BreakerState::Inactive && !self.closed {
            if !recover {
                return Next::Refuse(Refusal::Unavailable);
            }
            self.recover(now);
        }
        self.attempt(patience, now)
    }
}
