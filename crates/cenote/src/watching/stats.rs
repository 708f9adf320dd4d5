//! The figures of a pool.

use std::panic::Location;
use std::time::Duration;

use crate::breaker::BreakerState;

/// A snapshot of a pool; see [`Pool::stats`](crate::Pool::stats).
///
/// `total = idle + active + creating`, and `created = destroyed + detached + idle + active`, at every moment.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).max(3).build().unwrap();
/// let guard = pool.acquire().await.unwrap();
/// let stats = pool.stats();
/// assert_eq!((stats.max, stats.total, stats.active, stats.idle), (3, 1, 1, 0));
/// # drop(guard);
/// # }
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Upper bound of `total`.
    pub max: u32,
    /// Lower bound, kept up in the background.
    pub min: u32,
    /// Idle, active and being made.
    pub total: u32,
    /// In use, in a hook, or being destroyed.
    pub active: u32,
    /// In the store, those reserved for a waiter included.
    pub idle: u32,
    /// Being made.
    pub creating: u32,
    /// Callers that wait for a place.
    pub waiting: u32,
    /// Callers that have been given a place and have not run yet.
    pub granted: u32,
    /// The circuit breaker.
    pub breaker: BreakerState,
    /// The pool is closed.
    pub closed: bool,
    /// How often a resource was acquired.
    pub acquires: u64,
    /// Callers that had to wait, ever.
    pub waits: u64,
    /// Callers whose deadline passed.
    pub timeouts: u64,
    /// Callers that went away while they waited.
    pub cancelled: u64,
    /// Resources made.
    pub created: u64,
    /// Resources destroyed.
    pub destroyed: u64,
    /// Resources taken out by [`Guard::detach`](crate::Guard::detach).
    pub detached: u64,
    /// Creations that failed or took too long.
    pub create_failures: u64,
    /// Resources rejected by a hook or discarded by a user.
    pub rejected: u64,
    /// Resources destroyed for their age.
    pub expired: u64,
    /// Resources destroyed after too long an idle time.
    pub idled_out: u64,
    /// Resources that failed a health check.
    pub unhealthy: u64,
    /// The median wait of callers that waited and were served, within 5 % and the resolution of the coarse clock.
    pub wait_p50: Duration,
    /// The 99th percentile of the same.
    pub wait_p99: Duration,
    /// The longest of the same.
    pub wait_max: Duration,
    /// The longest hold that is over.
    pub hold_max: Duration,
    /// The longest hold of now.
    pub longest_hold: Duration,
    /// Where that one called acquire, with [`leak_threshold`](crate::Builder::leak_threshold) set.
    pub longest_hold_at: Option<&'static Location<'static>>,
}

impl Stats {
    pub(crate) fn of(
        stats: cenote_core::Stats,
        longest_hold_at: Option<&'static Location<'static>>,
    ) -> Stats {
        let counters = stats.counters;
        Stats {
            max: stats.max,
            min: stats.min,
            total: stats.total,
            active: stats.active,
            idle: stats.idle,
            creating: stats.creating,
            waiting: stats.waiting,
            granted: stats.granted,
            breaker: BreakerState::of(stats.state),
            closed: stats.closed,
            acquires: counters.acquires,
            waits: counters.waits,
            timeouts: counters.timeouts,
            cancelled: counters.cancelled,
            created: counters.created,
            destroyed: counters.destroyed,
            detached: counters.detached,
            create_failures: counters.create_failures,
            rejected: counters.rejected,
            expired: counters.expired,
            idled_out: counters.idled_out,
            unhealthy: counters.unhealthy,
            wait_p50: stats.wait_p50,
            wait_p99: stats.wait_p99,
            wait_max: stats.wait_max,
            hold_max: stats.hold_max,
            longest_hold: stats.longest_hold,
            longest_hold_at,
        }
    }
}
