//! The array of `stats()` (SPEC 11.4).

use crate::{
    pool::resource_pool::Pool,
    zend::{Array, Thrown, Value},
};
use std::time::Duration;

impl Pool {
    /// All figures, by name, in the order of SPEC 11.4.
    pub(in crate::pool) fn figures(&self) -> Result<Array, Thrown> {
        let stats = self.stats();
        let counters = stats.counters;
        let mut figures = Array::with_capacity(32)?;
        let now = [
            ("max", stats.max),
            ("min", stats.min),
            ("total", stats.total),
            ("active", stats.active),
            ("idle", stats.idle),
            ("creating", stats.creating),
            ("waiting", stats.waiting),
            ("granted", stats.granted),
        ];
        for (name, count) in now {
            figures.set_name(name, Value::int(count.into()))?;
        }
        let ever = [
            ("acquires", counters.acquires),
            ("waits", counters.waits),
            ("timeouts", counters.timeouts),
            ("created", counters.created),
            ("destroyed", counters.destroyed),
            ("createFailures", counters.create_failures),
            ("rejected", counters.rejected),
            ("expired", counters.expired),
            ("unhealthy", counters.unhealthy),
        ];
        for (name, count) in ever {
            figures.set_name(name, Value::int(count as i64))?;
        }
        let times = [
            ("waitP50", stats.wait_p50),
            ("waitP99", stats.wait_p99),
            ("waitMax", stats.wait_max),
            ("holdMax", stats.hold_max),
            ("longestHold", stats.longest_hold),
        ];
        for (name, time) in times {
            figures.set_name(name, milliseconds(time))?;
        }
        let place = self.longest_hold_place();
        let place = place.map_or(Ok(Value::null()), Value::string)?;
        figures.set_name("longestHoldAt", place)?;
        figures.set_name("state", Value::string(stats.state.to_string())?)?;
        figures.set_name("closed", Value::bool(stats.closed))?;
        self.callbacks.add_stats(&mut figures)?;
        Ok(figures)
    }
}

pub(in crate::pool) fn milliseconds(time: Duration) -> Value {
    Value::float(time.as_secs_f64() * 1e3)
}
