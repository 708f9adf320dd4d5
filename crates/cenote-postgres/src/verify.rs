//! When a connection is asked whether it still works.

use std::time::Duration;

/// When an idle connection is asked for a sign of life before it is lent: one round trip, for at most
/// [`check_timeout`](cenote::Builder::check_timeout). One that gives none is replaced, and with it all others that were idle at
/// that moment. A connection that the server has closed is noticed without that.
///
/// ```
/// use cenote_postgres::{Manager, Verify};
/// use std::time::Duration;
/// let manager = Manager::new("host=localhost".parse().unwrap())
///     .verify(Verify::AfterIdle(Duration::from_secs(5)));
/// # let _ = manager;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verify {
    /// Never. One that a firewall or a dead host has cut off silently is found out by the query of its user.
    Never,
    /// If it was idle for at least this long. The default, with 30 s.
    AfterIdle(Duration),
    /// Each time.
    Always,
}

impl Default for Verify {
    fn default() -> Verify {
        Verify::AfterIdle(Duration::from_secs(30))
    }
}

impl Verify {
    pub(crate) fn is_due(self, idle_for: impl FnOnce() -> Duration) -> bool {
        match self {
            Verify::Never => false,
            Verify::AfterIdle(span) => idle_for() >= span,
            Verify::Always => true,
        }
    }
}
