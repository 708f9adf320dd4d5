//! When a creation may start: the limit on those in flight, and the back-off while creation fails (SPEC 5.9).
//!
//! From the second failure in a row the pool is *failing* until a creation succeeds: at most [`PROBES`] are in flight,
//! and none starts before a wait that doubles with each failure. One failure alone changes nothing: the next caller tries at
//! once.

use crate::{
    pool::{Backoff, Settings},
    random::Random,
    time::{Time, nanos},
};

/// Creations in flight at most while failing.
const PROBES: u32 = 2;

/// Failures in a row from which a pool is failing.
const FAILING: u32 = 2;

#[derive(Debug)]
pub(in crate::pool) struct Creation {
    limit: u32,
    backoff: Option<Backoff>,
    failures: u32,
    /// The wait after the next failure, in nanoseconds.
    wait: u64,
    /// No creation starts before this moment.
    until: Option<Time>,
}

impl Creation {
    pub(in crate::pool) fn new(settings: &Settings) -> Creation {
        let limit = if settings.max_creating == 0 { u32::MAX } else { settings.max_creating };
        Creation { limit, backoff: settings.backoff, failures: 0, wait: 0, until: None }
    }

    /// Whether a creation may start beside `in_flight` others.
    pub(in crate::pool) fn may_start(&self, in_flight: u32, now: Time) -> bool {
        self.until.is_none_or(|until| until <= now) && in_flight < self.limit()
    }

    /// Time has passed: the present wait may be over.
    pub(in crate::pool) fn reach(&mut self, now: Time) {
        self.until = self.until.filter(|&until| now < until);
    }

    /// The same without looking at the clock: what held back the last attempt still does.
    pub(in crate::pool) fn is_blocked(&self, in_flight: u32) -> bool {
        self.until.is_some() || in_flight >= self.limit()
    }

    fn limit(&self) -> u32 {
        if self.is_failing() { self.limit.min(PROBES) } else { self.limit }
    }

    fn is_failing(&self) -> bool {
        self.backoff.is_some() && self.failures >= FAILING
    }

    /// The end of the present wait.
    pub(in crate::pool) fn until(&self) -> Option<Time> {
        self.until
    }

    pub(in crate::pool) fn succeeded(&mut self) {
        self.failures = 0;
        self.wait = 0;
        self.until = None;
    }

    pub(in crate::pool) fn failed(&mut self, random: &mut Random, now: Time) {
        self.failures = self.failures.saturating_add(1);
        let Some(Backoff { first, most }) = self.backoff else { return };
        if self.is_failing() {
            self.wait = match self.wait {
                0 => nanos(first),
                wait => wait.saturating_mul(2).min(nanos(most)),
            };
            self.until = Some(now.after(random.shorten(self.wait)));
        }
    }

    /// How long to leave creation alone after it failed in the background.
    pub(in crate::pool) fn pause(&self) -> u64 {
        let Backoff { first, most } = self.backoff.unwrap_or_default();
        if self.wait == 0 { nanos(first) } else { self.wait.min(nanos(most)) }
    }
}
