//! Looking at a pool: counts, statistics, the state report, and the check of all invariants (SPEC 7.3, 11, 33, 34).

use core::time::Duration;

use crate::{
    breaker::BreakerState,
    pool::{
        Report, Settings, SlotId, Stats, callers::queue::Ending, pool_core::Core, slots::SlotState,
    },
    time::Time,
};

impl Core {
    /// What the pool was made with, and what [`resize`](Self::resize) made of it.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The lower limit, as far as `max` leaves room for it.
    pub(in crate::pool) fn min(&self) -> u32 {
        self.settings.min.min(self.settings.max)
    }

    /// idle + active (SPEC 11.1).
    pub fn total(&self) -> u32 {
        self.slots.total()
    }

    /// In the store, granted ones included (SPEC 11.3).
    pub fn idle(&self) -> u32 {
        self.slots.stored()
    }

    /// Handed out, in a hook or health check, being created, or being destroyed (SPEC 11.2).
    pub fn active(&self) -> u32 {
        self.slots.total() - self.slots.stored()
    }

    /// Parked callers without a grant.
    pub fn waiting(&self) -> u32 {
        self.queue.waiting()
    }

    /// The breaker's state.
    pub fn breaker_state(&self) -> BreakerState {
        self.breaker.state
    }

    /// Whether [`close`](Self::close) was called.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether a caller that does not wait ([`Patience::None`](crate::Patience::None)) would get a resource now, one that is idle or
    /// one that it may create.
    pub fn can_serve(&self, now: Time) -> bool {
        !self.closed
            && self.may_hand_out()
            && (self.servable_idle().is_some() || self.queue.waiting() == 0 && self.may_create(now))
    }

    /// Whether this id names a resource that is handed out, and so may be released.
    pub fn is_handed_out(&self, slot: SlotId) -> bool {
        self.slots.find(slot, SlotState::Out).is_some()
    }

    fn creating(&self) -> u32 {
        self.slots.count(SlotState::Creating) + self.slots.count(SlotState::Warming)
    }

    fn longest_hold(&self, now: Time) -> (Duration, Option<SlotId>) {
        match self.slots.longest_out() {
            Some(index) => {
                let held = now.since(self.slots.slot(index).since);
                (Duration::from_nanos(held), Some(self.slots.id(index)))
            }
            None => (Duration::ZERO, None),
        }
    }

    /// Whether `min` are there: not counting those in creation, nor those being destroyed.
    pub fn is_warm(&self) -> bool {
        self.slots.surviving() - self.creating() >= self.min()
    }

    /// A snapshot of all figures.
    pub fn stats(&self, now: Time) -> Stats {
        let (longest_hold, longest_hold_slot) = self.longest_hold(now);
        let mut counters = self.counters;
        counters.waits = self.queue.parked_ever();
        counters.served = self.queue.ended(Ending::Served);
        counters.failed = self.queue.ended(Ending::Failed);
        counters.cancelled = self.queue.ended(Ending::Cancelled);
        Stats {
            max: self.settings.max,
            min: self.min(),
            total: self.total(),
            active: self.active() - self.creating(),
            idle: self.idle(),
            creating: self.creating(),
            waiting: self.queue.waiting(),
            granted: self.queue.granted(),
            state: self.breaker.state,
            closed: self.closed,
            counters,
            wait_p50: self.waits.percentile(50),
            wait_p99: self.waits.percentile(99),
            wait_max: self.waits.max(),
            hold_max: Duration::from_nanos(self.hold_max),
            longest_hold,
            longest_hold_slot,
        }
    }

    /// The state for the error of a caller that was just refused ([`Refusal::TimedOut`](crate::pool::Refusal::TimedOut) or
    /// `TooManyWaiters`): it is out of the queue, but counted as waiting.
    pub fn report(&self, now: Time) -> Report {
        Report {
            max: self.settings.max,
            active: self.active() - self.creating(),
            idle: self.idle(),
            creating: self.creating(),
            waiting: self.queue.waiting() + 1,
            breaker: self.breaker.state,
            longest_hold: self.longest_hold(now).0,
        }
    }

    /// Recounts everything and panics if an invariant of SPEC 33 or 34 does not hold. For tests, also of shells.
    #[doc(hidden)]
    pub fn check(&self) {
        self.slots.check();
        self.queue.check();
        self.schedule.check();
        self.check_grants();
        self.check_probes();
        self.check_nobody_waits_in_vain();
        self.check_limits();
        self.check_conservation();
    }

    /// SPEC 34.32: grants and granted or reserved slots are a bijection.
    fn check_grants(&self) {
        let reserved = self.slots.count(SlotState::Reserved) + self.slots.count(SlotState::Granted);
        assert_eq!(self.queue.granted(), reserved, "as many grants as slots for them");
        let mut slots: alloc::vec::Vec<u32> = self.queue.granted_slots().collect();
        for &slot in &slots {
            let state = self.slots.state(slot);
            assert!(
                matches!(state, SlotState::Reserved | SlotState::Granted),
                "a grant of {state:?}"
            );
        }
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len() as u32, reserved, "two waiters have a grant of one slot");
    }

    /// SPEC 14.4.
    fn check_probes(&self) {
        let marked = self.slots.indices().filter(|&index| self.is_probe(index));
        assert_eq!(self.breaker.probes, marked.count() as u32, "resources taken since recover()");
        if self.breaker.state == BreakerState::Recovering {
            assert!(self.breaker.probes <= self.settings.recovery_limit, "the recovery limit");
        }
    }

    /// SPEC 6.9: a waiter without a grant means that there is nothing to grant.
    fn check_nobody_waits_in_vain(&self) {
        if self.closed || self.breaker.state == BreakerState::Inactive {
            assert_eq!(self.queue.waiting() + self.queue.granted(), 0, "all waiters were failed");
        } else if self.queue.waiting() > 0 && self.may_hand_out() {
            let is_blocked = self.creation.is_blocked(self.slots.in_creation());
            assert_eq!(self.servable_idle(), None, "a free resource and a waiter");
            assert!(self.places() == 0 || is_blocked, "a free place and a waiter");
        }
    }

    /// SPEC 11.1, 33: total + reserved ≤ max, unless the pool was made smaller.
    fn check_limits(&self) {
        let in_use = self.slots.lasting() - self.slots.count(SlotState::Idle);
        assert!(
            in_use <= self.settings.max || self.slots.count(SlotState::Reserved) == 0,
            "a right to create in a pool that is too large"
        );
        assert_eq!((self.plain_acquire, self.plain_release), self.plain_paths(), "short paths");
    }

    /// SPEC 34.32: created = destroyed + detached + existing.
    fn check_conservation(&self) {
        let existing = u64::from(self.total() - self.creating());
        let gone = self.counters.destroyed + self.counters.detached;
        assert_eq!(self.counters.created, gone + existing, "resources made and gone");
    }
}
