//! Prewarm and maintenance (SPEC 4, 13).

use super::*;

impl Model {
    pub fn prewarm(&mut self) -> Option<Key> {
        let places = self.set.max.saturating_sub(self.total() + self.rights());
        (self.is_short() && places > 0).then(|| self.new_resource(Place::Warming, 0))
    }

    pub fn warmed(&mut self, key: Key, now: u64) -> Option<Reason> {
        self.born(key, now);
        self.want_refill(now);
        let reason = self.end_of_life(key, now);
        match reason {
            Some(reason) => self.doom(key, reason, now),
            None => {
                self.store(key, now);
                self.grant(now);
            }
        }
        reason
    }

    pub(super) fn overdue(&self, now: u64) -> Option<Key> {
        let timeout = ns(self.set.idle_timeout)?;
        let &(key, _, since) = self.free_idle().first()?;
        let going = self.count(|place| matches!(place, Place::Destroying | Place::Replacing));
        (since + timeout <= now && self.total() - going > self.min()).then_some(key)
    }

    pub(super) fn expired_idle(&self, now: u64) -> Option<Key> {
        self.free_idle().iter().map(|&(key, ..)| key).find(|&key| self.is_expired(key, now))
    }

    /// Anyone who has been seen past its age stays past it, should the clock step back.
    pub(super) fn see_ages(&mut self, now: u64) -> Option<Key> {
        for resource in &mut self.resources {
            resource.expires = resource.expires.map(|end| if end <= now { 0 } else { end });
        }
        self.expired_idle(now)
    }

    /// Whether the background task is to be started.
    pub fn tick(&mut self, now: u64) -> bool {
        if self.closed {
            return false;
        }
        if self.blocked_until.is_some_and(|until| until <= now) {
            self.blocked_until = None;
        }
        self.grant(now);
        self.see_ages(now);
        let mut round = false;
        if let (Some(at), Some(interval)) = (self.next_round, ns(self.set.round_interval)) {
            let mut at = at;
            while at <= now {
                round = true;
                at += interval;
            }
            self.next_round = Some(at);
        }
        let refill = self.refill.is_some_and(|at| at <= now);
        if refill {
            self.refill = None;
        }
        let sweep = self.expired_idle(now).is_some() || self.overdue(now).is_some();
        let rested = self.task.is_none();
        let number = self.number();
        if round && self.task.is_some_and(|task| task.is_round) {
            self.counters.skipped_rounds += 1;
        } else if round {
            let look_before = Some(number);
            self.task = Some(Task {
                number,
                is_round: true,
                restore: true,
                look_before,
                looked_up_to: None,
            });
        } else if rested && (refill || sweep) {
            let (look_before, looked_up_to) = (None, None);
            self.task =
                Some(Task { number, is_round: false, restore: false, look_before, looked_up_to });
        }
        if let Some(task) = &mut self.task {
            task.restore |= refill;
        }
        rested && self.task.is_some()
    }

    /// SPEC 13.3, 13.8, 13.9, 13.6, in this order.
    pub fn next_job(&mut self, now: u64) -> Job {
        let Some(mut task) = self.task else { return Job::Done };
        if let Some(before) = task.look_before {
            let checking = self.count(|place| matches!(place, Place::Checking { .. }));
            let free_then = self.set.max.saturating_sub(self.active() + self.granted() + 1);
            let hands_full = checking > 0
                && self.set.checks_at_once == ChecksAtOnce::HalfOfFree
                && checking + 1 > free_then;
            let next = self.free_idle().into_iter().find(|&(_, turn, _)| {
                turn < before && task.looked_up_to.is_none_or(|seen| turn > seen)
            });
            match next {
                Some((key, turn, since))
                    if self.set.check
                        && self.waiting() == 0
                        && !hands_full
                        && !self.oversized() =>
                {
                    task.looked_up_to = Some(turn);
                    self.task = Some(task);
                    if self.is_expired(key, now) {
                        self.doom(key, Reason::Expired, now);
                        return Job::Destroy(key, Reason::Expired);
                    }
                    self.get_mut(key).place = Place::Checking { since, turn };
                    self.get_mut(key).watched_by = Some(task.number);
                    return Job::Check(key);
                }
                _ if self.resources.iter().any(|r| r.watched_by == Some(task.number)) => {
                    return Job::Wait;
                }
                _ => {
                    task.look_before = None;
                    self.task = Some(task);
                }
            }
        }
        if let Some((key, reason)) = self.next_doomed(now) {
            return Job::Destroy(key, reason);
        }
        let places = self.set.max.saturating_sub(self.total() + self.rights());
        if task.restore && self.is_short() && places > 0 && self.creation_allowed(now) {
            return Job::Create(self.new_resource(Place::Warming, 0));
        }
        self.task = None;
        if self.blocked_until.is_some() {
            self.want_refill(now);
        }
        Job::Done
    }

    pub fn next_doomed(&mut self, now: u64) -> Option<(Key, Reason)> {
        let longest = self.free_idle().first().map(|&(key, ..)| key)?;
        let (key, reason) = if self.closed {
            (longest, Reason::Closed)
        } else if self.oversized() {
            (longest, Reason::Surplus)
        } else if let Some(key) = self.see_ages(now) {
            (key, Reason::Expired)
        } else {
            (self.overdue(now)?, Reason::IdleTooLong)
        };
        self.doom(key, reason, now);
        Some((key, reason))
    }

    pub fn checked(&mut self, key: Key, healthy: bool, now: u64) -> Option<Reason> {
        let reason = if healthy { self.end_of_life(key, now) } else { Some(Reason::Unhealthy) };
        match (reason, self.get(key).expect("in a check").place) {
            (Some(reason), _) => self.doom(key, reason, now),
            (None, Place::Checking { since, turn }) => {
                let round = self.get_mut(key).watched_by.take();
                if self.task.is_some_and(|task| round == Some(task.number)) {
                    self.get_mut(key).place = Place::Stored { since, turn };
                } else {
                    self.store(key, now);
                }
                self.grant(now);
            }
            (None, place) => panic!("checked in {place:?}"),
        }
        reason
    }

    pub fn abort_round(&mut self, now: u64) {
        self.task = None;
        self.want_refill(now);
    }
}
