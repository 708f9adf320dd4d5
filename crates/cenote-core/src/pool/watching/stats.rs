//! Figures over the pool's life (SPEC 11.4).

use core::time::Duration;

use crate::breaker::BreakerState;

/// A snapshot of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Upper bound of `total`.
    pub max: u32,
    /// Lower bound kept by maintenance.
    pub min: u32,
    /// Idle + active + creating.
    pub total: u32,
    /// Handed out, in a hook or check, or being destroyed; without those in creation.
    pub active: u32,
    /// In the store, granted ones included.
    pub idle: u32,
    /// In creation.
    pub creating: u32,
    /// Parked callers without a grant.
    pub waiting: u32,
    /// Parked callers with a grant, which have not run yet.
    pub granted: u32,
    /// The breaker's state.
    pub state: BreakerState,
    /// Closed.
    pub closed: bool,
    /// The running totals.
    pub counters: Counters,
    /// Median wait of callers that parked and were served.
    pub wait_p50: Duration,
    /// 99th percentile of the same.
    pub wait_p99: Duration,
    /// The longest of the same.
    pub wait_max: Duration,
    /// The longest hold that is over.
    pub hold_max: Duration,
    /// The longest hold of now.
    pub longest_hold: Duration,
    /// The slot of that hold.
    pub longest_hold_slot: Option<crate::pool::SlotId>,
}

/// Totals that only grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Resources handed out.
    pub acquires: u64,
    /// Callers that parked. Each ends as served, timed out, failed or cancelled, once.
    pub waits: u64,
    /// Waiters that ran with a grant.
    pub served: u64,
    /// Waiters whose deadline passed.
    pub timeouts: u64,
    /// Waiters failed by close or deactivation.
    pub failed: u64,
    /// Waiters that left by themselves.
    pub cancelled: u64,
    /// Resources made.
    pub created: u64,
    /// Resources destroyed.
    pub destroyed: u64,
    /// Resources taken out of the pool for good.
    pub detached: u64,
    /// Failed creations.
    pub create_failures: u64,
    /// Resources rejected by a hook or the releasing side.
    pub rejected: u64,
    /// Resources destroyed for their age.
    pub expired: u64,
    /// Resources destroyed after too long an idle time.
    pub idled_out: u64,
    /// Resources that failed a health check.
    pub unhealthy: u64,
    /// Rounds that were due while one was running.
    pub skipped_rounds: u64,
}
