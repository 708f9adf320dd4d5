//! The state report in the text of a timeout (SPEC 7.3).

use core::fmt;
use core::time::Duration;

use crate::breaker::BreakerState;

/// The state of a pool at the moment a caller is refused, the caller counted as waiting.
///
/// Displays as `max=2 active=2 idle=0 creating=0 waiting=3 breaker=ACTIVE longest hold=8123 ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Upper bound of the pool.
    pub max: u32,
    /// Active ones, without those in creation.
    pub active: u32,
    /// In the store, granted ones included.
    pub idle: u32,
    /// In creation.
    pub creating: u32,
    /// Callers without a place, the refused one included.
    pub waiting: u32,
    /// The breaker's state.
    pub breaker: BreakerState,
    /// How long the longest holder of now has had its resource.
    pub longest_hold: Duration,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { max, active, idle, creating, waiting, breaker, longest_hold } = self;
        let held = longest_hold.as_millis();
        write!(
            f,
            "max={max} active={active} idle={idle} creating={creating} waiting={waiting} \
             breaker={breaker} longest hold={held} ms"
        )
    }
}

/// The [`Report`], and what only the shell knows of the reasons.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The state of the pool.
    pub report: Report,
    /// Class and message of the last factory error.
    pub last_error: Option<&'a str>,
    /// Where the longest holder of now took its resource.
    pub taken_at: Option<&'a str>,
}

impl fmt::Display for Situation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.report)?;
        if let Some(error) = self.last_error {
            write!(f, "; last factory error: {error}")?;
        }
        if let Some(place) = self.taken_at {
            write!(f, "; the longest hold was taken at {place}")?;
        }
        Ok(())
    }
}

/// The whole sentence of a timeout: the limit, and the [`Situation`].
#[derive(Clone, Copy, Debug)]
pub struct TimeoutMessage<'a> {
    /// How long the caller was ready to wait.
    pub limit: Duration,
    /// What it found.
    pub situation: Situation<'a>,
}

impl fmt::Display for TimeoutMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "No resource within {} ms: {}", self.limit.as_millis(), self.situation)
    }
}
