//! Close, the breaker's levers, and resize (SPEC 12, 14, 33).

use super::SlotId;
use super::answers::Refusal;
use super::pool_core::Core;
use super::slots::{MAX_SLOTS, SlotState};
use crate::breaker::{BreakerState, Judge, Strategy};
use crate::time::Time;

impl Core {
    /// Closes the pool: nothing is due any more, every waiter is failed (pull [`next_wake`](Self::next_wake)), what is idle
    /// is doomed (pull [`next_doomed`](Self::next_doomed)), and what is handed out will be destroyed at its release. False if
    /// it was closed already.
    pub fn close(&mut self, now: Time) -> bool {
        if self.closed {
            return false;
        }
        self.closed = true;
        self.schedule.stop();
        self.slots.end_round();
        self.fail_waiters(Refusal::Closed, now);
        self.refresh_paths();
        true
    }

    /// Sets ACTIVE from any state, and grants what is free.
    pub fn activate(&mut self, now: Time) {
        self.breaker.judge.state_changed();
        self.enter_active(now);
    }

    /// Sets INACTIVE from any state, and fails every waiter, with or without a grant; what was granted stays idle (SPEC
    /// 14.3).
    pub fn deactivate(&mut self, now: Time) {
        self.breaker.judge.state_changed();
        self.enter_inactive(now);
    }

    /// Sets RECOVERING from any state. What is taken from now on counts against the limit, and what is granted at this moment
    /// is taken from now on: grants beyond the limit are revoked, youngest first, and their waiters keep their positions
    /// (SPEC 14.4).
    pub fn recover(&mut self, now: Time) {
        self.breaker.judge.state_changed();
        self.breaker.state = BreakerState::Recovering;
        self.breaker.recovery = self.breaker.recovery.wrapping_add(1).max(1);
        self.breaker.probes = 0;
        while self.queue.granted() > self.settings.recovery_limit {
            if let Some(slot) = self.queue.revoke_youngest() {
                self.give_up(slot, now);
            }
        }
        for slot in self.queue.granted_slots() {
            self.slots.slot_mut(slot).probe = self.breaker.recovery;
            self.breaker.probes += 1;
        }
        self.refresh_paths();
        self.want_refill(now);
        self.grant(now);
    }

    pub(super) fn enter_active(&mut self, now: Time) {
        self.breaker.state = BreakerState::Active;
        self.refresh_paths();
        self.want_refill(now);
        self.grant(now);
    }

    pub(super) fn enter_inactive(&mut self, now: Time) {
        self.breaker.state = BreakerState::Inactive;
        self.fail_waiters(Refusal::Unavailable, now);
        self.refresh_paths();
    }

    fn fail_waiters(&mut self, refusal: Refusal, now: Time) {
        while let Some(granted) = self.queue.fail_first(refusal) {
            if let Some(slot) = granted {
                self.give_up(slot, now);
            }
        }
    }

    /// Replaces the strategy. The breaker's state stays as it is.
    pub fn set_strategy(&mut self, strategy: Strategy) {
        self.breaker.judge = Judge::new(strategy);
        self.refresh_paths();
    }

    /// Takes note of a result that the shell's user reports besides those of release and creation. It belongs to no
    /// resource, so in RECOVERING it decides nothing (SPEC 14.11).
    pub fn reported(&mut self, failed: bool, now: Time) {
        self.judge(failed, false, now);
    }

    /// Whether what is in this slot was taken since the last recover(), which a strategy of the user is told (SPEC 14.11).
    pub fn is_probe_at(&self, slot: SlotId) -> bool {
        self.slots.lookup(slot).is_some_and(|(index, _)| self.is_probe(index))
    }

    /// Whether the pool is INACTIVE and its ready strategy would try to recover now.
    pub fn wants_recovery(&self, now: Time) -> bool {
        self.breaker.state == BreakerState::Inactive && self.breaker.judge.wants_recovery(now)
    }

    /// Changes `max`. A smaller pool sheds free idle resources first (pull [`next_doomed`](Self::next_doomed)), then granted
    /// rights to create, youngest first; the rest when it is released. A larger one grants at once.
    pub fn resize(&mut self, max: u32, now: Time) {
        self.settings.max = max.clamp(1, MAX_SLOTS);
        let in_use = |core: &Core| core.slots.lasting() - core.slots.count(SlotState::Idle);
        while in_use(self) > self.settings.max && self.revoke_right_to_create(now) {}
        // A smaller `max` may have taken `min` with it, which protected what has been idle too long.
        self.note_idle_bound();
        self.refresh_paths();
        self.want_refill(now);
        self.grant(now);
    }

    /// The youngest grant goes. If it was one of a resource, that resource goes to the youngest holder of a right to create,
    /// and the right goes: so the oldest waiters are still the ones with grants.
    fn revoke_right_to_create(&mut self, now: Time) -> bool {
        if self.slots.count(SlotState::Reserved) == 0 {
            return false;
        }
        let Some(revoked) = self.queue.revoke_youngest() else { return false };
        let right = if self.slots.state(revoked) == SlotState::Reserved {
            Some(revoked)
        } else {
            let slots = &self.slots;
            self.queue.exchange(revoked, |slot| slots.state(slot) == SlotState::Reserved)
        };
        if let Some(slot) = right {
            self.give_up(slot, now);
        }
        right.is_some()
    }
}
