//! Who turns results into changes of the breaker's state.

use core::time::Duration;

/// The strategy of a pool's circuit breaker (SPEC 14).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Strategy {
    /// Nobody: only activate, deactivate and recover change the state.
    #[default]
    None,
    /// Code of the user. The shell reports to it, and it calls activate, deactivate and recover.
    User {
        /// It wants to be asked at acquire while INACTIVE ([`Next::Consult`](crate::Next::Consult), SPEC 14.5).
        should_recover: bool,
    },
    /// The number of failures in a row that deactivate.
    ConsecutiveFailures {
        /// Failures in a row.
        threshold: u32,
        /// The wait before recovery is tried.
        cooldown: Cooldown,
    },
    /// A share of failures within a window deactivates.
    FailureRate {
        /// The share, above 0 and at most 1.
        rate: f64,
        /// At least this many results must be in the window.
        minimum: u32,
        /// The length of the window.
        window: Duration,
        /// The wait before recovery is tried.
        cooldown: Cooldown,
    },
}

/// How long a ready strategy stays INACTIVE before it tries to recover. Each wait is up to a tenth shorter at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cooldown {
    /// The first wait.
    pub first: Duration,
    /// Each failed recovery doubles the wait, up to this.
    pub most: Duration,
}

impl Default for Cooldown {
    fn default() -> Self {
        Cooldown { first: Duration::from_secs(1), most: Duration::from_secs(30) }
    }
}
