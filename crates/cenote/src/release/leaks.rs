//! Tells of a resource that is out for too long while it is out: one that never comes back would else never be told of.

use std::time::Duration;

use cenote_core::Time;

use crate::{building::manager::Manager, inner::Shared, watching::events};

/// Looks at what is out until the pool is closed. Each hold is told once. It is no handle: it keeps no pool open.
pub(crate) async fn watch<M: Manager>(inner: Shared<M>, threshold: Duration) {
    let span = u64::try_from(threshold.as_nanos()).unwrap_or(u64::MAX).max(1);
    loop {
        let now = inner.now();
        let looked = {
            let mut state = inner.lock();
            (!state.core.is_closed()).then(|| state.overdue_takers(span, now))
        };
        let Some((late, next)) = looked else { return };
        for taker in late {
            events::still_out(&inner, taker, now);
        }
        let next = next.unwrap_or(Time(now.0.saturating_add(span)));
        // The clock of the takers may lag.
        let rest = Duration::from_nanos(next.since(now)).max(Duration::from_millis(1));
        inner.timer.sleep(rest).await;
    }
}
