//! What a pool is made with.

use core::time::Duration;

use super::slots::MAX_SLOTS;

/// Settings of a pool. A zero duration or count means "off" or "no limit".
///
/// The shell checks the user's numbers and words its own errors (SPEC 3.2); the core bends what does not fit:
/// `max` and `recovery_limit` are at least 1, and a `min` above `max` means `max`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Made at once by [`prewarm`](super::Core::prewarm) and kept up by maintenance.
    pub min: u32,
    /// Upper bound of idle + active.
    pub max: u32,
    /// Which idle resource is taken first.
    pub idle_order: IdleOrder,
    /// Limit of parked callers.
    pub max_waiters: u32,
    /// How many resources taken since recover() may be out while RECOVERING.
    pub recovery_limit: u32,
    /// Age limit; each resource gets up to a tenth less.
    pub lifetime: Duration,
    /// Limit of time spent idle, never below `min`.
    pub idle_timeout: Duration,
    /// Period of maintenance rounds.
    pub round_interval: Duration,
    /// Restore `min` also between or without rounds (the crate; SPEC 32.7).
    pub refill: bool,
    /// Limit of creations in flight.
    pub max_creating: u32,
    /// Wait between attempts to create while creation fails (SPEC 5.9).
    pub backoff: Option<Backoff>,
    /// There is a beforeAcquire hook: idle resources come as [`Next::Check`](super::Next::Check) instead of `Take`.
    pub before_acquire: bool,
    /// There is a health check.
    pub check: bool,
    /// How many health checks run side by side.
    pub checks_at_once: ChecksAtOnce,
    /// Seed of all jitter.
    pub seed: u64,
}

/// Which idle resource is taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleOrder {
    /// The one idle longest: all stay warm.
    Fifo,
    /// The one used last: a surplus can reach its idle timeout.
    Lifo,
}

/// How many health checks of a round run side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChecksAtOnce {
    /// As many as leave an equal number of places free for callers, at least one: for checks that may take long.
    HalfOfFree,
    /// All: for checks that take long only where a caller would have to wait as well.
    All,
}

/// Waits between attempts to create.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    /// After the second failure in a row.
    pub first: Duration,
    /// Doubles up to this.
    pub most: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Backoff { first: Duration::from_millis(10), most: Duration::from_secs(1) }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            min: 0,
            max: 10,
            idle_order: IdleOrder::Fifo,
            max_waiters: 0,
            recovery_limit: 1,
            lifetime: Duration::ZERO,
            idle_timeout: Duration::ZERO,
            round_interval: Duration::ZERO,
            refill: false,
            max_creating: 0,
            backoff: None,
            before_acquire: false,
            check: false,
            checks_at_once: ChecksAtOnce::HalfOfFree,
            seed: 0,
        }
    }
}

impl Settings {
    /// With numbers that fit together.
    pub(super) fn clamped(mut self) -> Settings {
        self.max = self.max.clamp(1, MAX_SLOTS);
        self.recovery_limit = self.recovery_limit.max(1);
        self
    }
}
