//! What will be due by itself, and when (SPEC 13).
//!
//! Each concern keeps one moment before which it cannot have work. Such a bound may be early, never late. Acquire and
//! release cannot make anything due sooner than the bounds say (a resource that comes into the store now is idle too long
//! after a whole idle timeout; its age was counted at birth), so neither touches them. [`Schedule::next`] is their minimum,
//! and a tick moves each one that it has reached into the future.

use crate::{
    pool::Settings,
    time::{Time, nanos},
};

/// What the background task is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pool) enum Phase {
    /// Nothing: there is no task.
    Rest,
    /// Looking at each resource that was idle when the round began.
    Check,
    /// Destroying what is past its age or idle too long.
    Drop,
}

#[derive(Debug)]
pub(in crate::pool) struct Schedule {
    interval: u64,
    idle_timeout: u64,
    lifetime: u64,
    next_round: Time,
    idle_bound: Time,
    expiry_bound: Time,
    refill_bound: Time,
    /// No refill before this moment.
    refill_hold: Time,
    /// A tick has seen an expired resource in the store.
    pub(in crate::pool) expired_in_store: bool,
    pub(in crate::pool) phase: Phase,
    /// The task carries out a whole round, not only what a deadline asked for.
    pub(in crate::pool) is_round: bool,
    /// The task is to restore `min` at its end.
    pub(in crate::pool) restore: bool,
}

impl Schedule {
    pub(in crate::pool) fn new(settings: &Settings, now: Time) -> Schedule {
        let interval = nanos(settings.round_interval);
        let idle_timeout = nanos(settings.idle_timeout);
        Schedule {
            interval,
            idle_timeout,
            lifetime: nanos(settings.lifetime),
            next_round: in_future(now, interval),
            idle_bound: in_future(now, idle_timeout),
            expiry_bound: Time::NEVER,
            refill_bound: Time::NEVER,
            refill_hold: Time(0),
            expired_in_store: false,
            phase: Phase::Rest,
            is_round: false,
            restore: false,
        }
    }

    pub(in crate::pool) fn lifetime(&self) -> u64 {
        self.lifetime
    }

    /// The earliest moment at which something may be due.
    pub(in crate::pool) fn next(&self) -> Time {
        if self.expired_in_store && self.phase == Phase::Rest {
            return Time(0);
        }
        self.next_round.min(self.idle_bound).min(self.expiry_bound).min(self.refill_bound)
    }

    /// Nothing will be due any more.
    pub(in crate::pool) fn stop(&mut self) {
        self.next_round = Time::NEVER;
        self.idle_bound = Time::NEVER;
        self.expiry_bound = Time::NEVER;
        self.refill_bound = Time::NEVER;
        self.expired_in_store = false;
        self.rest();
    }

    /// The task is done.
    pub(in crate::pool) fn rest(&mut self) {
        self.phase = Phase::Rest;
        self.is_round = false;
        self.restore = false;
    }

    /// Whether a round is due; the next one is then set on the same beat.
    pub(in crate::pool) fn round_due(&mut self, now: Time) -> bool {
        let due = self.next_round <= now;
        if due {
            let beats = now.since(self.next_round) / self.interval + 1;
            self.next_round = self.next_round.after(beats.saturating_mul(self.interval));
        }
        due
    }

    // ---- age

    /// A resource that lives until then has been born, or may have come back into the store.
    pub(in crate::pool) fn expires(&mut self, at: Time) {
        self.expiry_bound = self.expiry_bound.min(at);
    }

    pub(in crate::pool) fn expiry_due(&self, now: Time) -> bool {
        self.expiry_bound <= now
    }

    pub(in crate::pool) fn set_expiry_bound(&mut self, at: Time) {
        self.expiry_bound = at;
    }

    // ---- idle time

    /// When something that came into the store at `since` has been idle too long.
    pub(in crate::pool) fn idle_until(&self, since: Time) -> Time {
        in_future(since, self.idle_timeout)
    }

    pub(in crate::pool) fn idle_due(&self, now: Time) -> bool {
        self.idle_bound <= now
    }

    /// Something in the store may be idle too long from then on.
    pub(in crate::pool) fn idle_from(&mut self, at: Time) {
        self.idle_bound = self.idle_bound.min(at);
    }

    pub(in crate::pool) fn set_idle_bound(&mut self, at: Time) {
        self.idle_bound = at;
    }

    // ---- the lower limit

    pub(in crate::pool) fn refill_due(&mut self, now: Time) -> bool {
        let due = self.refill_bound <= now;
        if due {
            self.refill_bound = Time::NEVER;
        }
        due
    }

    pub(in crate::pool) fn refill_at(&mut self, at: Time) {
        self.refill_bound = self.refill_bound.min(at.max(self.refill_hold));
    }

    /// After a failure: not again before this moment.
    pub(in crate::pool) fn hold_refill(&mut self, until: Time) {
        self.refill_hold = until;
    }

    pub(in crate::pool) fn check(&self) {
        assert!(self.interval > 0 || self.next_round == Time::NEVER, "rounds are off");
        assert!(self.idle_timeout > 0 || self.idle_bound == Time::NEVER, "the idle timeout is off");
        assert!(self.lifetime > 0 || self.expiry_bound == Time::NEVER, "the age limit is off");
        assert!(
            self.phase != Phase::Rest || !(self.restore || self.is_round),
            "a task that has work runs"
        );
    }
}

/// `span` after `from`; a span of zero is switched off.
fn in_future(from: Time, span: u64) -> Time {
    if span == 0 { Time::NEVER } else { from.after(span) }
}
