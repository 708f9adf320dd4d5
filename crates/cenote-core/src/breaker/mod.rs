//! The circuit breaker.

use core::fmt;
use core::time::Duration;

/// The state of a pool's circuit breaker (SPEC 14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum BreakerState {
    /// Normal service.
    #[default]
    Active,
    /// No service: acquire is refused, release works.
    Inactive,
    /// Service for a limited number of resources, to see whether it works again.
    Recovering,
}

impl fmt::Display for BreakerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BreakerState::Active => "ACTIVE",
            BreakerState::Inactive => "INACTIVE",
            BreakerState::Recovering => "RECOVERING",
        })
    }
}

/// Who turns results into changes of the breaker's state.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    /// Nobody: only activate, deactivate and recover do.
    None,
    /// Code of the user. The shell reports to it and it calls activate, deactivate and recover.
    User {
        /// It wants to be asked at acquire while INACTIVE ([`Next::Consult`](crate::Next::Consult), SPEC 14.5).
        should_recover: bool,
    },
    /// That many failures in a row deactivate.
    ConsecutiveFailures {
        /// Failures in a row.
        threshold: u32,
        /// Wait before recovery is tried.
        cooldown: Cooldown,
    },
    /// A share of failures within a window deactivates.
    FailureRate {
        /// The share, above 0 and at most 1.
        rate: f64,
        /// At least so many results must lie in the window.
        minimum: u32,
        /// Length of the window.
        window: Duration,
        /// Wait before recovery is tried.
        cooldown: Cooldown,
    },
}

/// How long a ready strategy stays INACTIVE before it tries to recover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cooldown {
    /// The first time.
    pub first: Duration,
    /// Doubles up to this with each failed recovery.
    pub most: Duration,
}
