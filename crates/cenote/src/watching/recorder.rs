//! Times that are measured as they pass, for the histograms of the `metrics` crate. A pool that records nothing reads no clock for
//! them.

use std::time::Duration;

#[cfg(feature = "metrics")]
use metrics::{Histogram, histogram};

#[cfg(feature = "metrics")]
use crate::building::manager::Manager;
#[cfg(feature = "metrics")]
use crate::inner::Shared;
#[cfg(feature = "metrics")]
use crate::watching::metrics::{POOL_NAME, publish};

/// Where the times of one pool go.
#[derive(Debug)]
pub(crate) struct Recorder {
    #[cfg(feature = "metrics")]
    create: Histogram,
    #[cfg(feature = "metrics")]
    wait: Histogram,
    #[cfg(feature = "metrics")]
    usage: Histogram,
}

impl Recorder {
    /// A resource was made.
    pub(crate) fn made_in(&self, span: Duration) {
        #[cfg(feature = "metrics")]
        self.create.record(span);
        let _ = span;
    }

    /// A caller got a resource.
    pub(crate) fn served_in(&self, span: Duration) {
        #[cfg(feature = "metrics")]
        self.wait.record(span);
        let _ = span;
    }

    /// A resource came back.
    pub(crate) fn used_for(&self, span: Duration) {
        #[cfg(feature = "metrics")]
        self.usage.record(span);
        let _ = span;
    }
}

#[cfg(feature = "metrics")]
impl Recorder {
    pub(crate) fn new(name: &str) -> Recorder {
        let name = || name.to_owned();
        Recorder {
            create: histogram!("db.client.connection.create_time", POOL_NAME => name()),
            wait: histogram!("db.client.connection.wait_time", POOL_NAME => name()),
            usage: histogram!("db.client.connection.use_time", POOL_NAME => name()),
        }
    }
}

/// Publishes the figures until the pool is closed, and once more then. It is no handle: it keeps no pool open.
#[cfg(feature = "metrics")]
pub(crate) async fn publish_on<M: Manager>(inner: Shared<M>, period: Duration) {
    loop {
        publish(&inner);
        if inner.lock().core.is_closed() {
            return;
        }
        inner.timer.sleep(period).await;
    }
}
