//! acquire, waiting and release (SPEC 5 to 10).

use super::*;
use cenote_core::{Patience, Verdict};

impl Model {
    pub(super) fn new_resource(&mut self, place: Place, taken: u32) -> Key {
        let key = self.number();
        self.resources.push(Resource { key, place, expires: None, taken, watched_by: None });
        key
    }

    /// SPEC 5.
    pub fn acquire(&mut self, patience: Patience, now: u64) -> Told {
        if self.closed {
            return Told::Refuse(Refusal::Closed);
        }
        if self.state == BreakerState::Inactive && patience != Patience::None {
            if matches!(self.judge.strategy, Strategy::User { should_recover: true }) {
                return Told::Consult;
            }
            if self.judge.until.is_some_and(|until| now >= until) {
                self.recover(now);
            }
        }
        if !self.state_allows() {
            return Told::Refuse(Refusal::Unavailable);
        }
        if self.may_be_served(0) {
            if let Some(key) = self.first_idle() {
                self.get_mut(key).taken = self.mark();
                return self.meet(key, now);
            }
            if self.waiting() == 0 && self.creation_allowed(now) {
                return Told::Create(self.new_resource(Place::Creating, self.mark()));
            }
        }
        match patience {
            Patience::None => return Told::Refuse(Refusal::Exhausted),
            Patience::Until(deadline) if now >= deadline.0 => {
                self.counters.timeouts += 1;
                return Told::Refuse(Refusal::TimedOut);
            }
            _ => {}
        }
        if self.set.max_waiters > 0 && self.waiting() >= self.set.max_waiters {
            return Told::Refuse(Refusal::TooManyWaiters);
        }
        self.counters.waits += 1;
        let ticket = self.number();
        let fresh = Waiter { ticket, since: now, grant: None, failed: None, woken: false };
        self.waiters.push(fresh);
        Told::Park(ticket)
    }

    pub(super) fn meet(&mut self, key: Key, now: u64) -> Told {
        if self.is_expired(key, now) {
            self.counters.expired += 1;
            self.get_mut(key).place = Place::Replacing;
            return Told::Destroy(key, Reason::Expired);
        }
        if self.set.before_acquire {
            self.get_mut(key).place = Place::Vetting;
            return Told::Check(key);
        }
        self.hand_out(key, now)
    }

    pub(super) fn hand_out(&mut self, key: Key, now: u64) -> Told {
        self.counters.acquires += 1;
        self.get_mut(key).place = Place::Out { since: now };
        Told::Take(key)
    }

    pub(super) fn replace(&mut self, key: Key, reason: Reason) -> Told {
        self.get_mut(key).place = Place::Replacing;
        Told::Destroy(key, reason)
    }

    /// SPEC 5.8.
    pub(super) fn objection(&self) -> Option<Reason> {
        match (self.closed, self.state) {
            (true, _) => Some(Reason::Closed),
            (_, BreakerState::Inactive) => Some(Reason::Unavailable),
            _ => None,
        }
    }

    pub fn accepted(&mut self, key: Key, now: u64) -> Told {
        if let Some(reason) = self.objection() {
            return self.replace(key, reason);
        }
        if self.is_expired(key, now) {
            self.counters.expired += 1;
            return self.replace(key, Reason::Expired);
        }
        self.hand_out(key, now)
    }

    pub fn rejected(&mut self, key: Key) -> Told {
        self.counters.rejected += 1;
        self.replace(key, Reason::Rejected)
    }

    pub(super) fn born(&mut self, key: Key, now: u64) {
        self.counters.created += 1;
        self.failures_in_row = 0;
        self.pause = 0;
        self.blocked_until = None;
        let expires = ns(self.set.lifetime).map(|lifetime| now + lifetime);
        self.get_mut(key).expires = expires;
    }

    pub fn created(&mut self, key: Key, now: u64) -> Told {
        self.born(key, now);
        let told = match self.objection() {
            Some(reason) => self.replace(key, reason),
            None => self.hand_out(key, now),
        };
        self.settle(now);
        told
    }

    pub fn create_failed(&mut self, key: Key, now: u64) {
        self.counters.create_failures += 1;
        self.failures_in_row += 1;
        if let Some(backoff) = self.set.backoff {
            if self.failures_in_row >= 2 {
                let (first, most) = (ns(backoff.first).unwrap_or(0), ns(backoff.most).unwrap_or(0));
                self.pause = if self.pause == 0 { first } else { (self.pause * 2).min(most) };
                self.blocked_until = Some(now + self.pause);
            }
        }
        let resource = self.get(key).expect("in creation");
        if resource.place == Place::Warming {
            if let Some(task) = &mut self.task {
                task.restore = false;
            }
            let backoff = self.set.backoff.unwrap_or_default();
            let pause = if self.pause == 0 { ns(backoff.first).unwrap_or(0) } else { self.pause };
            self.refill_hold = now + pause;
        }
        let probe = resource.taken != 0 && resource.taken == self.recovery;
        self.weigh(true, probe, now);
        self.remove(key);
        self.settle(now);
    }

    /// The creation is no longer anybody's.
    pub fn forsake(&mut self, key: Key, late: bool) {
        self.get_mut(key).place = Place::Warming;
        self.counters.timeouts += u64::from(late);
    }

    /// SPEC 10.5, 10.6. True: the resource is to be destroyed.
    pub fn cancelled(&mut self, key: Key, now: u64) -> bool {
        let resource = self.get(key).expect("in a callback");
        if matches!(resource.place, Place::Creating | Place::Warming) {
            self.remove(key);
            self.settle(now);
            return false;
        }
        let resource = self.get_mut(key);
        resource.place = Place::Destroying;
        resource.taken = 0;
        self.grant(now);
        true
    }

    /// SPEC 5.4.
    pub fn retry(&mut self, key: Key, patience: Patience, now: u64) -> Told {
        self.counters.destroyed += 1;
        let taken = self.get(key).expect("replaced").taken;
        let mine = taken != 0 && taken == self.recovery;
        let refusal = if self.closed {
            Some(Refusal::Closed)
        } else if self.state == BreakerState::Inactive
            || (self.state == BreakerState::Recovering && !mine && !self.state_allows())
        {
            Some(Refusal::Unavailable)
        } else {
            None
        };
        if let Some(refusal) = refusal {
            self.remove(key);
            self.settle(now);
            return Told::Refuse(refusal);
        }
        if self.may_be_served(1) {
            if let Some(idle) = self.first_idle() {
                self.remove(key);
                self.get_mut(idle).taken = self.mark();
                let told = self.meet(idle, now);
                self.settle(now);
                return told;
            }
        }
        if !self.oversized() && self.creation_allowed(now) {
            self.remove(key);
            return Told::Create(self.new_resource(Place::Creating, self.mark()));
        }
        self.remove(key);
        self.settle(now);
        self.acquire(patience, now)
    }

    pub fn destroyed(&mut self, key: Key, now: u64) {
        self.counters.destroyed += 1;
        self.remove(key);
        self.settle(now);
    }

    pub fn consulted(&mut self, recover: bool, patience: Patience, now: u64) -> Told {
        if self.state == BreakerState::Inactive && !self.closed {
            if !recover {
                return Told::Refuse(Refusal::Unavailable);
            }
            self.recover(now);
        }
        self.acquire(patience, now)
    }

    // ---- waiting

    pub(super) fn take_waiter(&mut self, ticket: Ticket) -> Waiter {
        let at = self.waiters.iter().position(|w| w.ticket == ticket).expect("a known waiter");
        self.waiters.remove(at)
    }

    pub fn resume(&mut self, ticket: Ticket, now: u64) -> Told {
        let waiter = *self.waiters.iter().find(|w| w.ticket == ticket).expect("a known waiter");
        if let Some(refusal) = waiter.failed {
            self.counters.failed += 1;
            self.take_waiter(ticket);
            return Told::Refuse(refusal);
        }
        let Some(grant) = waiter.grant else { return Told::Park(ticket) };
        self.take_waiter(ticket);
        self.counters.served += 1;
        self.wait_max = self.wait_max.max(now.saturating_sub(waiter.since));
        match grant {
            Grant::Resource(key) => self.meet(key, now),
            Grant::Capacity(taken) => Told::Create(self.new_resource(Place::Creating, taken)),
        }
    }

    /// SPEC 7.7: a grant beats a timeout.
    pub fn timed_out(&mut self, ticket: Ticket, now: u64) -> Told {
        let waiter = *self.waiters.iter().find(|w| w.ticket == ticket).expect("a known waiter");
        if waiter.grant.is_some() || waiter.failed.is_some() {
            return self.resume(ticket, now);
        }
        self.take_waiter(ticket);
        self.counters.timeouts += 1;
        Told::Refuse(Refusal::TimedOut)
    }

    pub fn leave(&mut self, ticket: Ticket, now: u64) {
        let waiter = self.take_waiter(ticket);
        self.counters.cancelled += 1;
        if let Some(grant) = waiter.grant {
            self.return_grant(grant, now);
            self.settle(now);
        }
    }

    // ---- release

    pub(super) fn end_hold(&mut self, key: Key, now: u64) {
        if let Some(Resource { place: Place::Out { since }, .. }) = self.get(key) {
            self.hold_max = self.hold_max.max(now.saturating_sub(since));
        }
    }

    pub fn begin_release(&mut self, key: Key, now: u64) {
        self.end_hold(key, now);
        self.get_mut(key).place = Place::Returning;
    }

    pub(super) fn end_of_life(&self, key: Key, now: u64) -> Option<Reason> {
        if self.closed {
            Some(Reason::Closed)
        } else if self.is_expired(key, now) {
            Some(Reason::Expired)
        } else if self.oversized() {
            Some(Reason::Surplus)
        } else {
            None
        }
    }

    pub(super) fn doom(&mut self, key: Key, reason: Reason, now: u64) {
        match reason {
            Reason::Expired => self.counters.expired += 1,
            Reason::IdleTooLong => self.counters.idled_out += 1,
            Reason::Unhealthy => self.counters.unhealthy += 1,
            _ => {}
        }
        self.get_mut(key).place = Place::Destroying;
        self.grant(now);
    }

    /// SPEC 9. `Some`: destroy it.
    pub fn release(&mut self, key: Key, verdict: Verdict, now: u64) -> Option<Reason> {
        self.end_hold(key, now);
        let taken = std::mem::take(&mut self.get_mut(key).taken);
        let probe = taken != 0 && taken == self.recovery;
        let reason = match verdict {
            Verdict::Keep => {
                self.weigh(false, probe, now);
                self.end_of_life(key, now)
            }
            Verdict::Reject => {
                self.counters.rejected += 1;
                self.weigh(true, probe, now);
                Some(Reason::Rejected)
            }
            Verdict::Discard => Some(Reason::Discarded),
        };
        match reason {
            Some(reason) => self.doom(key, reason, now),
            None => {
                self.store(key, now);
                self.grant(now);
            }
        }
        reason
    }

    pub fn detach(&mut self, key: Key, now: u64) {
        self.end_hold(key, now);
        self.counters.detached += 1;
        self.remove(key);
        self.settle(now);
    }
}
