//! When a manager is to test an idle resource.

use std::time::Duration;

/// When an idle connection is tested before it is handed out: one round trip, for at most
/// [`check_timeout`](crate::Builder::check_timeout). One that does not answer is replaced, and with it all others that were idle at
/// that moment. A connection that the server has closed is noticed without a test.
///
/// For managers, which have it as a setting and look at it in [`before_acquire`](crate::Manager::before_acquire).
///
/// ```
/// use cenote::Verify;
/// use std::time::Duration;
/// let verify = Verify::AfterIdle(Duration::from_secs(30));
/// assert!(!verify.is_due(|| Duration::from_secs(29)));
/// assert!(verify.is_due(|| Duration::from_secs(30)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verify {
    /// Never. One that a firewall or a dead host has cut off silently is found out by the request of its user.
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
    /// Whether one that has been idle for this long is to be tested; see the example above.
    pub fn is_due(self, idle_for: impl FnOnce() -> Duration) -> bool {
        match self {
            Verify::Never => false,
            Verify::AfterIdle(span) => idle_for() >= span,
            Verify::Always => true,
        }
    }
}
