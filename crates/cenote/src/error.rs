//! What can go wrong when a resource is asked for, and when a pool is built.

use std::error::Error as StdError;
use std::fmt;

use crate::watching::report::Report;

/// Why [`acquire`](crate::Pool::acquire) gave no resource. `E` is the manager's error.
///
/// ```
/// use cenote::{Error, Pool};
/// use std::time::Duration;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).max(1).build().unwrap();
/// let held = pool.acquire().await.unwrap();
/// match pool.acquire_timeout(Duration::from_millis(5)).await {
///     Err(Error::Timeout(report)) => assert_eq!((report.max, report.active), (1, 1)),
///     other => panic!("{other:?}"),
/// }
/// # drop(held);
/// # }
/// ```
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
#[doc(alias("PoolError", "RunError"))]
pub enum Error<E> {
    /// No place became free in time. Who holds what is in the report.
    Timeout(Box<Report>),
    /// The pool is closed.
    Closed,
    /// The circuit breaker is open, or half-open and at its limit.
    Unavailable,
    /// As many callers wait as may ([`max_waiters`](crate::Builder::max_waiters)).
    TooManyWaiters(Box<Report>),
    /// The manager could not make a resource, for this caller.
    Create(E),
    /// The manager took longer than [`create_timeout`](crate::Builder::create_timeout).
    CreateTimeout(Box<Report>),
    /// [`prewarm`](crate::Pool::prewarm) of a pool whose [`min`](crate::Builder::min) is 0: there is nothing to make.
    NoMinimum,
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Timeout(report) => {
                write!(f, "No resource within {} ms: {report}", report.limit.as_millis())
            }
            Error::Closed => f.write_str("Pool is closed"),
            Error::Unavailable => {
                f.write_str("Service is unavailable (circuit breaker is open): try again later")
            }
            Error::TooManyWaiters(report) => {
                write!(f, "Too many callers wait for a resource: {report}")
            }
            Error::Create(error) => write!(f, "Failed to create pool resource: {error}"),
            Error::CreateTimeout(report) => {
                let limit = report.limit.as_millis();
                write!(f, "Creating a pool resource took longer than {limit} ms: {report}")
            }
            Error::NoMinimum => f.write_str(
                "prewarm() makes min resources, and min is 0: set it with Builder::min()",
            ),
        }
    }
}

impl<E: StdError + 'static> StdError for Error<E> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            // The error's own words are said above: the chain goes on with what is behind them.
            Error::Create(error) => error.source(),
            _ => None,
        }
    }
}

/// Why a pool could not be built.
///
/// ```
/// use cenote::{BuildError, Pool};
///
/// let built = Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).min(3).max(2).build();
/// assert_eq!(built.unwrap_err(), BuildError::MinAboveMax { min: 3, max: 2 });
/// ```
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildError {
    /// `max` is 0.
    NoPlaces,
    /// `min` is greater than `max`.
    MinAboveMax {
        /// The lower limit asked for.
        min: u32,
        /// The upper limit asked for.
        max: u32,
    },
    /// This setting is 0, which could mean nothing at all as well as no limit: give a number, or `None` for no limit
    /// (for `create_backoff`, `no_create_backoff()`).
    Zero(&'static str),
    /// The recovery limit is 0.
    NoRecovery,
    /// A number of the circuit breaker is out of its range.
    Breaker(&'static str),
    /// Settings that need background work, and no runtime to run it on.
    NoRuntime,
    /// Settings that need a timer, in a build without the feature `tokio` and with none given.
    NoTimer,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::NoPlaces => f.write_str("max must be >= 1"),
            BuildError::MinAboveMax { min, max } => write!(f, "min ({min}) must be <= max ({max})"),
            BuildError::Zero("create_backoff") => f.write_str(
                "the first wait of create_backoff must be above 0; no_create_backoff() is for none",
            ),
            BuildError::Zero(setting) => {
                write!(f, "{setting} must be above 0; None is for no limit")
            }
            BuildError::NoRecovery => f.write_str("recovery_limit must be >= 1"),
            BuildError::Breaker(problem) => write!(f, "circuit breaker: {problem}"),
            BuildError::NoRuntime => f.write_str(
                "min, max_lifetime, idle_timeout and check_interval need a task in the background, and no runtime is \
                 running here: build the pool inside of one, or say maintenance_by_hand() and run pool.maintenance()",
            ),
            BuildError::NoTimer => f.write_str(
                "timeouts and maintenance need a timer: use the feature \"tokio\" or give one with timer()",
            ),
        }
    }
}

impl StdError for BuildError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// SPEC 32.5: anyone who prints the whole chain reads each cause once
    #[test]
    fn a_chain_of_causes_names_each_once() {
        let error = Error::Create(std::io::Error::other(BuildError::NoPlaces));
        let mut words = error.to_string();
        let mut next = error.source();
        while let Some(cause) = next {
            words = format!("{words}: {cause}");
            next = cause.source();
        }
        assert_eq!(words.matches("max must be").count(), 1, "{words}");
    }
}
