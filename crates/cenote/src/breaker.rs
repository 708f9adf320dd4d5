//! The circuit breaker, as users see it.

use std::fmt;
use std::time::Duration;

use crate::error::BuildError;

/// The state of a pool's circuit breaker.
///
/// ```
/// use cenote::{BreakerState, Pool};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).build().unwrap();
/// assert_eq!(pool.breaker_state(), BreakerState::Active);
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BreakerState {
    /// Normal service.
    Active,
    /// No service: acquire fails at once, what is out can come back.
    Inactive,
    /// A limited number of resources is handed out, to see whether it works again (half-open).
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

impl BreakerState {
    pub(crate) fn of(state: cenote_core::BreakerState) -> BreakerState {
        match state {
            cenote_core::BreakerState::Active => BreakerState::Active,
            cenote_core::BreakerState::Inactive => BreakerState::Inactive,
            cenote_core::BreakerState::Recovering => BreakerState::Recovering,
        }
    }
}

/// When a circuit breaker opens by itself, and when it tries again.
///
/// Results are: a resource that comes back and is kept or cleaned (success); one that comes back and is discarded, and a
/// creation that fails (failure). While the breaker is open nothing is counted; when the cooldown is over, the next acquire
/// moves it to [`BreakerState::Recovering`], and the first result of a resource taken since then decides. (What is detached, or lost
/// in a panic or a dropped future, is no result: the next caller tries. One that is held keeps the others out until it comes back.) Each failed
/// recovery doubles the cooldown. Each cooldown is up to a tenth shorter at random.
///
/// ```
/// use cenote::{Breaker, Pool};
/// use std::time::Duration;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = Pool::builder(|| async { Err::<(), _>("refused") })
///     .breaker(Breaker::consecutive_failures(2).cooldown(Duration::from_secs(5)))
///     .build()
///     .unwrap();
/// assert_eq!(pool.acquire().await.unwrap_err().to_string(), "Failed to create pool resource: refused");
/// assert!(pool.acquire().await.is_err());
/// assert_eq!(pool.acquire().await.unwrap_err(), cenote::Error::Unavailable);
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breaker {
    trigger: Trigger,
    first: Duration,
    most: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Trigger {
    Consecutive { threshold: u32 },
    Rate { rate: f64, minimum: u32, window: Duration },
}

impl Breaker {
    /// Opens after this many failures in a row (at least 1).
    ///
    /// ```
    /// use cenote::Breaker;
    /// let breaker = Breaker::consecutive_failures(5);
    /// # let _ = breaker;
    /// ```
    pub fn consecutive_failures(threshold: u32) -> Breaker {
        Breaker::with(Trigger::Consecutive { threshold })
    }

    /// Opens when, within the last `window`, at least `minimum` results came and `rate` of them (above 0, at most 1) or more
    /// failed.
    ///
    /// ```
    /// use cenote::Breaker;
    /// use std::time::Duration;
    /// let breaker = Breaker::failure_rate(0.5, 20, Duration::from_secs(10));
    /// # let _ = breaker;
    /// ```
    pub fn failure_rate(rate: f64, minimum: u32, window: Duration) -> Breaker {
        Breaker::with(Trigger::Rate { rate, minimum, window })
    }

    fn with(trigger: Trigger) -> Breaker {
        Breaker { trigger, first: Duration::from_secs(1), most: Duration::from_secs(30) }
    }

    /// How long it stays open the first time; 1 second if not said. `max_cooldown` rises with it.
    ///
    /// ```
    /// use cenote::Breaker;
    /// use std::time::Duration;
    /// let breaker = Breaker::consecutive_failures(5).cooldown(Duration::from_secs(2));
    /// # let _ = breaker;
    /// ```
    pub fn cooldown(mut self, first: Duration) -> Breaker {
        self.first = first;
        self.most = self.most.max(first);
        self
    }

    /// Up to where the cooldown doubles; 30 seconds if not said.
    ///
    /// ```
    /// use cenote::Breaker;
    /// use std::time::Duration;
    /// let breaker = Breaker::consecutive_failures(5).max_cooldown(Duration::from_secs(60));
    /// # let _ = breaker;
    /// ```
    pub fn max_cooldown(mut self, most: Duration) -> Breaker {
        self.most = most;
        self
    }

    pub(crate) fn strategy(&self) -> Result<cenote_core::Strategy, BuildError> {
        if self.most < self.first {
            return Err(BuildError::Breaker("max_cooldown must be >= cooldown"));
        }
        let cooldown = cenote_core::Cooldown { first: self.first, most: self.most };
        match self.trigger {
            Trigger::Consecutive { threshold: 0 } => {
                Err(BuildError::Breaker("threshold must be >= 1"))
            }
            Trigger::Consecutive { threshold } => {
                Ok(cenote_core::Strategy::ConsecutiveFailures { threshold, cooldown })
            }
            Trigger::Rate { rate, .. } if !(rate > 0.0 && rate <= 1.0) => {
                Err(BuildError::Breaker("rate must be above 0 and at most 1"))
            }
            Trigger::Rate { minimum: 0, .. } => Err(BuildError::Breaker("minimum must be >= 1")),
            Trigger::Rate { window: Duration::ZERO, .. } => {
                Err(BuildError::Breaker("window must be longer than 0"))
            }
            Trigger::Rate { rate, minimum, window } => {
                Ok(cenote_core::Strategy::FailureRate { rate, minimum, window, cooldown })
            }
        }
    }
}
