//! The figures of a pool for the `metrics` crate.

use metrics::{counter, gauge};

use crate::{building::manager::Manager, pool::Pool};

impl<M: Manager> Pool<M> {
    /// Hands the figures of [`stats`](Self::stats) to the recorder of the `metrics` crate, labelled with the pool's
    /// [`name`](crate::Builder::name): gauges `cenote_max`, `cenote_idle`, `cenote_active`, `cenote_creating`,
    /// `cenote_waiting` and `cenote_longest_hold_seconds`; counters `cenote_acquires`, `cenote_waits`, `cenote_timeouts`,
    /// `cenote_created`, `cenote_destroyed`, `cenote_create_failures` and `cenote_rejected`. Call it where your exporter is
    /// about to be read, or on a beat: nothing is done between two calls.
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
        let stats = self.stats();
        let name = self.name().to_owned();
        let gauges = [
            ("cenote_max", f64::from(stats.max)),
            ("cenote_idle", f64::from(stats.idle)),
            ("cenote_active", f64::from(stats.active)),
            ("cenote_creating", f64::from(stats.creating)),
            ("cenote_waiting", f64::from(stats.waiting)),
            ("cenote_longest_hold_seconds", stats.longest_hold.as_secs_f64()),
        ];
        for (key, value) in gauges {
            gauge!(key, "pool" => name.clone()).set(value);
        }
        let counters = [
            ("cenote_acquires", stats.acquires),
            ("cenote_waits", stats.waits),
            ("cenote_timeouts", stats.timeouts),
            ("cenote_created", stats.created),
            ("cenote_destroyed", stats.destroyed),
            ("cenote_create_failures", stats.create_failures),
            ("cenote_rejected", stats.rejected),
        ];
        for (key, value) in counters {
            counter!(key, "pool" => name.clone()).absolute(value);
        }
    }
}
