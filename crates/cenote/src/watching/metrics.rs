//! The figures of a pool for the `metrics` crate.

use std::time::Duration;

use metrics::{counter, gauge};

use crate::breaker::BreakerState;
use crate::building::builder::Builder;
use crate::building::manager::Manager;
use crate::inner::Shared;
use crate::pool::{Pool, stats_of};

/// The label of every figure.
pub(crate) const POOL_NAME: &str = "db.client.connection.pool.name";
/// The label of OpenTelemetry's count.
const STATE: &str = "db.client.connection.state";

/// # Metrics
///
/// With the feature `metrics`, figures go to the recorder of the crate `metrics`, under OpenTelemetry's names for connection pools.
/// Each has the label `db.client.connection.pool.name`, with the pool's [`name`](Self::name).
///
/// | name | kind | what |
/// |---|---|---|
/// | `db.client.connection.count` | gauge | resources, by the label `db.client.connection.state`: `idle` or `used` |
/// | `db.client.connection.max` | gauge | [`max`](Self::max) |
/// | `db.client.connection.pending_requests` | gauge | callers that wait |
/// | `db.client.connection.timeouts` | counter | callers whose limit has passed |
/// | `db.client.connection.create_time` | histogram, s | how long a creation took that succeeded |
/// | `db.client.connection.wait_time` | histogram, s | how long a caller took to get a resource, one that was idle included |
/// | `db.client.connection.use_time` | histogram, s | how long a caller had a resource |
/// | `cenote.min`, `cenote.creating`, `cenote.longest_hold` (s) | gauge | as in [`Stats`](crate::Stats) |
/// | `cenote.breaker` | gauge | 0: active, 1: recovering, 2: inactive |
/// | `cenote.acquires`, `.waits`, `.cancelled`, `.created`, `.destroyed`, `.detached`, `.create_failures`, `.rejected`, `.expired`, `.idled_out`, `.unhealthy` | counter | as in [`Stats`](crate::Stats) |
impl<M: Manager> Builder<M> {
    /// Records the histograms of the table above as things happen, and publishes the other figures every 5 s from a task in the
    /// background (where there is no runtime, or with [`maintenance_by_hand`](Self::maintenance_by_hand): call
    /// [`Pool::publish_metrics`] yourself). Install the recorder before you build the pool. Each acquire reads the clock twice more and each
    /// return once.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(0) })
    ///     .name("orders")
    ///     .record_metrics()
    ///     .build()
    ///     .unwrap();
    /// # drop(pool.acquire().await.unwrap());
    /// # }
    /// ```
    pub fn record_metrics(mut self) -> Self {
        self.publish_every = Some(Duration::from_secs(5));
        self
    }
}

impl<M: Manager> Pool<M> {
    /// Hands the figures of [`stats`](Self::stats) to the recorder of the `metrics` crate, under the names that
    /// [`Builder`](Builder#metrics) lists. Call it when your exporter is about to be read, or at intervals; a pool with
    /// [`record_metrics`](Builder::record_metrics) does so itself every 5 s.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool =
    ///     cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).name("orders").build().unwrap();
    /// pool.publish_metrics();
    /// # }
    /// ```
    pub fn publish_metrics(&self) {
        publish(self.inner());
    }
}

pub(crate) fn publish<M: Manager>(inner: &Shared<M>) {
    let stats = stats_of(inner);
    let name = || inner.name.to_string();
    for (state, count) in [("idle", stats.idle), ("used", stats.active)] {
        gauge!("db.client.connection.count", POOL_NAME => name(), STATE => state)
            .set(f64::from(count));
    }
    let breaker = match stats.breaker {
        BreakerState::Active => 0.0,
        BreakerState::Recovering => 1.0,
        BreakerState::Inactive => 2.0,
    };
    let gauges = [
        ("db.client.connection.max", f64::from(stats.max)),
        ("db.client.connection.pending_requests", f64::from(stats.waiting)),
        ("cenote.min", f64::from(stats.min)),
        ("cenote.creating", f64::from(stats.creating)),
        ("cenote.longest_hold", stats.longest_hold.as_secs_f64()),
        ("cenote.breaker", breaker),
    ];
    for (key, value) in gauges {
        gauge!(key, POOL_NAME => name()).set(value);
    }
    let counters = [
        ("db.client.connection.timeouts", stats.timeouts),
        ("cenote.acquires", stats.acquires),
        ("cenote.waits", stats.waits),
        ("cenote.cancelled", stats.cancelled),
        ("cenote.created", stats.created),
        ("cenote.destroyed", stats.destroyed),
        ("cenote.detached", stats.detached),
        ("cenote.create_failures", stats.create_failures),
        ("cenote.rejected", stats.rejected),
        ("cenote.expired", stats.expired),
        ("cenote.idled_out", stats.idled_out),
        ("cenote.unhealthy", stats.unhealthy),
    ];
    for (key, value) in counters {
        counter!(key, POOL_NAME => name()).absolute(value);
    }
}
