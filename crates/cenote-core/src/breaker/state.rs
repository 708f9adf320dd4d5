//! The state of a circuit breaker.

use core::fmt;

/// The state of a pool's circuit breaker (SPEC 14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum BreakerState {
    /// Normal service.
    #[default]
    Active,
    /// No service: acquire is refused, release works.
    Inactive,
    /// Service for a limited number of resources, to see whether it works again (half-open).
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
