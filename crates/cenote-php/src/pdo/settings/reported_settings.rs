//! Settings of which the server tells unasked (SPEC 21.4): more than a text shows, as when a trigger or a function sets them.
//!
//! What the server has told is compared with what it had told when the connection was ready, and only costs looking at
//! memory of the client library. Not even that while it has told nothing, where the driver can say so. A connection on which
//! something else has changed the settings is dirty, whatever its texts were.

use crate::pdo::{drivers::Driver, stock::handle::Handle};
use std::cell::Cell;

/// What the server had told of one connection.
#[derive(Clone, Default)]
pub(in crate::pdo) struct ReportedSettings {
    /// When the connection was ready; `None`: it is not, or the driver knows nothing.
    ready: Cell<Option<u64>>,
    /// The number that the driver says besides when the settings were last as they had been then.
    times: Cell<Option<u64>>,
}

impl ReportedSettings {
    /// The connection has just been told all that it is to be told.
    pub(in crate::pdo) fn remember(&self, driver: &dyn Driver, handle: Handle) {
        let told = driver.reported_settings();
        self.ready.set(told.and_then(|told| told.digest(handle)));
        self.times.set(told.and_then(|told| told.times(handle)));
    }

    /// What was known of the connection before it came here.
    pub(in crate::pdo) fn copy(&self, known: &ReportedSettings) {
        self.ready.set(known.ready.get());
        self.times.set(known.times.get());
    }

    /// The connection has to be told everything anew.
    pub(in crate::pdo) fn forget(&self) {
        self.ready.set(None);
    }

    /// Whether there is anything to compare with.
    #[inline]
    pub(in crate::pdo) fn are_known(&self) -> bool {
        self.ready.get().is_some()
    }

    pub(in crate::pdo) fn have_changed(&self, driver: &dyn Driver, handle: Handle) -> bool {
        let (Some(ready), Some(told)) = (self.ready.get(), driver.reported_settings()) else {
            return false;
        };
        let times = told.times(handle);
        if times.is_some() && times == self.times.get() {
            return false;
        }
        let have_changed = told.digest(handle) != Some(ready);
        if !have_changed {
            self.times.set(times);
        }
        have_changed
    }
}
