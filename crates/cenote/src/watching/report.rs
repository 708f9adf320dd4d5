//! The state of a pool in the error of a caller that got nothing.

use std::fmt;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use crate::breaker::BreakerState;

/// The state of a pool when a caller was refused, the caller counted as waiting.
///
/// Displays as `max=2 active=2 idle=0 creating=0 waiting=3 breaker=ACTIVE longest hold=8123 ms; last create error: refused`.
///
/// ```
/// use cenote::{Error, Pool};
/// use std::time::Duration;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).max(1).build().unwrap();
/// let held = pool.acquire().await.unwrap();
/// let Err(Error::Timeout(report)) = pool.acquire_timeout(Duration::ZERO).await else { panic!() };
/// assert!(report.to_string().starts_with("max=1 active=1 idle=0 creating=0 waiting=1"));
/// # drop(held);
/// # }
/// ```
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The limit that the caller met: of the wait, or of the creation.
    pub limit: Duration,
    /// Upper bound of resources.
    pub max: u32,
    /// Handed out, in a hook, or being destroyed.
    pub active: u32,
    /// In the store, those reserved for a waiter included.
    pub idle: u32,
    /// Being made.
    pub creating: u32,
    /// Callers without a place, this one included.
    pub waiting: u32,
    /// The circuit breaker.
    pub breaker: BreakerState,
    /// How long the longest holder of now has had its resource.
    pub longest_hold: Duration,
    /// Where that one called acquire, with [`leak_threshold`](crate::Builder::leak_threshold) set.
    pub longest_hold_at: Option<&'static Location<'static>>,
    /// The text of the last error of the manager's `create`.
    pub last_create_error: Option<Arc<str>>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { max, active, idle, creating, waiting, breaker, longest_hold, .. } = self;
        let held = longest_hold.as_millis();
        write!(
            f,
            "max={max} active={active} idle={idle} creating={creating} waiting={waiting} \
             breaker={breaker} longest hold={held} ms"
        )?;
        if let Some(at) = self.longest_hold_at {
            write!(f, " (acquired at {at})")?;
        }
        match &self.last_create_error {
            Some(error) => write!(f, "; last create error: {error}"),
            None => Ok(()),
        }
    }
}
