//! Strategies that users write for the circuit breaker.

use std::time::Duration;

use crate::breaker::BreakerState;

/// Decides when a pool's circuit breaker opens, and when it tries again; set with
/// [`Builder::strategy`](crate::Builder::strategy). For the usual cases there is a ready [`Breaker`](crate::Breaker).
///
/// The methods are called with no lock of the pool held, so they may use the pool itself. They run inside of acquire and of
/// the drop of a guard, so they must not block. A panic in one of them is caught and counts as no advice.
///
/// ```
/// use cenote::{BreakerState, Outcome, Pool, Signal, Strategy};
/// use std::sync::Mutex;
/// use std::time::Duration;
///
/// /// Opens at the first refused connection, and tries again after a second; broken connections are nobody's fault.
/// struct Cautious(Mutex<Duration>);
///
/// impl Strategy for Cautious {
///     fn judge(&self, signal: Signal) -> Option<BreakerState> {
///         match signal.outcome {
///             Outcome::CreateFailed => {
///                 *self.0.lock().unwrap() = signal.now + Duration::from_secs(1);
///                 Some(BreakerState::Inactive)
///             }
///             Outcome::Success if signal.is_probe => Some(BreakerState::Active),
///             _ => None,
///         }
///     }
///
///     fn should_recover(&self, now: Duration) -> bool {
///         *self.0.lock().unwrap() <= now
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = Pool::builder(|| async { Err::<(), _>("refused") })
///     .strategy(Cautious(Mutex::default()))
///     .build()
///     .unwrap();
/// assert_eq!(pool.acquire().await.unwrap_err(), cenote::Error::Create("refused"));
/// assert_eq!(pool.breaker_state(), BreakerState::Inactive);
/// assert_eq!(pool.acquire().await.unwrap_err(), cenote::Error::Unavailable);
/// # }
/// ```
pub trait Strategy: Send + Sync + 'static {
    /// Takes note of a result, before the pool acts on it. Gives the state that the breaker is to be set to, as by
    /// [`Pool::activate`](crate::Pool::activate) and its siblings, or `None` to leave it as it is.
    ///
    /// Creations that fail and resources that come back are results. What is found dead by a health check, refused by
    /// `before_acquire`, too old, taken out by `detach` or lost in a panic is none.
    fn judge(&self, signal: Signal) -> Option<BreakerState>;

    /// Asked by [`Pool::acquire`](crate::Pool::acquire) while the breaker is [`BreakerState::Inactive`]: true sets it to
    /// [`BreakerState::Recovering`], and that caller goes on as the first probe. [`Pool::try_acquire`](crate::Pool::try_acquire)
    /// does not ask. Never, unless you say otherwise.
    fn should_recover(&self, now: Duration) -> bool {
        let _ = now;
        false
    }
}

/// A result, as a [`Strategy`] sees it.
///
/// ```
/// use cenote::{BreakerState, Outcome, Signal};
///
/// fn is_bad_news(signal: Signal) -> bool {
///     signal.state != BreakerState::Inactive && signal.outcome != Outcome::Success
/// }
/// # let _ = is_bad_news;
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// What happened.
    pub outcome: Outcome,
    /// The breaker at this moment.
    pub state: BreakerState,
    /// The breaker is half-open, and the resource was taken, or tried to be made, since it is. Results of others are news of
    /// the past.
    pub is_probe: bool,
    /// The pool's [`Timer::now`](crate::Timer::now).
    pub now: Duration,
}

/// What happened.
///
/// ```
/// use cenote::Outcome;
/// assert_ne!(Outcome::Success, Outcome::Rejected);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A resource came back, and is kept, after a cleaning if it needed one.
    Success,
    /// A resource came back and is destroyed: `on_release` said so, its cleaning failed, or its user discarded it.
    Rejected,
    /// A resource could not be made, or not in time: for a caller, for `min`, or ahead of time.
    CreateFailed,
}
