//! The settings of a pool.

use std::time::Duration;

use cenote_core::{Backoff, Core, IdleOrder as CoreOrder, Settings};

use crate::breaker::Breaker;
use crate::driver::Driver;
use crate::error::BuildError;
use crate::inner::{Inner, Limits, Shared, time};
use crate::manager::Manager;
use crate::pool::Pool;
use crate::state::State;
use crate::strategy::Strategy;
use crate::timer::Timer;

/// Which idle resource is lent first.
///
/// ```
/// use cenote::{IdleOrder, Pool};
/// let builder = Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).idle_order(IdleOrder::Lifo);
/// # let _ = builder;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdleOrder {
    /// The one idle longest, so that all stay warm. The default.
    Fifo,
    /// The one used last, so that a surplus reaches its idle timeout.
    Lifo,
}

/// Settings of a pool, and the way to make one. Made by [`Pool::builder`] and [`Pool::managed`].
///
/// | setting | default |
/// |---|---|
/// | [`max`](Self::max), [`min`](Self::min) | 10, 0 |
/// | [`acquire_timeout`](Self::acquire_timeout) | 30 s |
/// | [`create_timeout`](Self::create_timeout) | 10 s |
/// | [`check_timeout`](Self::check_timeout), [`cleanup_timeout`](Self::cleanup_timeout) | 5 s |
/// | [`max_lifetime`](Self::max_lifetime), [`idle_timeout`](Self::idle_timeout), [`check_interval`](Self::check_interval) | off |
/// | [`max_waiters`](Self::max_waiters), [`max_creating`](Self::max_creating) | no limit |
/// | [`create_backoff`](Self::create_backoff) | 10 ms, doubling to 1 s |
/// | [`idle_order`](Self::idle_order) | first in, first out |
/// | [`breaker`](Self::breaker), [`strategy`](Self::strategy), [`recovery_limit`](Self::recovery_limit) | none, 1 |
///
/// ```
/// use cenote::Pool;
/// use std::time::Duration;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(0) })
///     .max(20)
///     .acquire_timeout(Duration::from_secs(3))
///     .max_lifetime(Duration::from_secs(1800))
///     .build()?;
/// # let _ = pool;
/// # Ok(())
/// # }
/// ```
#[must_use = "a builder makes nothing until build() is called"]
pub struct Builder<M: Manager> {
    pub(crate) manager: M,
    settings: Settings,
    limits: Limits,
    breaker: Option<Breaker>,
    strategy: Option<Box<dyn Strategy>>,
    timer: Option<Box<dyn Timer>>,
    leak_threshold: Option<Duration>,
    by_hand: bool,
    name: Box<str>,
}

impl<M: Manager> Builder<M> {
    pub(crate) fn new(manager: M) -> Builder<M> {
        Builder {
            manager,
            settings: Settings {
                refill: true,
                backoff: Some(Backoff::default()),
                ..Settings::default()
            },
            limits: Limits {
                acquire: Some(Duration::from_secs(30)),
                create: Some(Duration::from_secs(10)),
                check: Some(Duration::from_secs(5)),
                cleanup: Duration::from_secs(5),
            },
            breaker: None,
            strategy: None,
            timer: None,
            leak_threshold: None,
            by_hand: false,
            name: Box::default(),
        }
    }

    /// The most resources there can be at a time, those being made and destroyed included. At least 1.
    pub fn max(mut self, max: u32) -> Self {
        self.settings.max = max;
        self
    }

    /// So many are kept at all times, in the background: they are made when the pool is built, and remade with a back-off
    /// when they are lost. See also [`Pool::prewarm`].
    pub fn min(mut self, min: u32) -> Self {
        self.settings.min = min;
        self
    }

    /// How long [`Pool::acquire`] waits for a place. `None`: without end. It does not interrupt a creation or a hook that is
    /// running: those have limits of their own.
    pub fn acquire_timeout(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.limits.acquire = limit.into();
        self
    }

    /// How long [`Manager::create`] may take. `None`: without end.
    pub fn create_timeout(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.limits.create = limit.into();
        self
    }

    /// How long [`Manager::check`] and [`Manager::before_acquire`] may take. `None`: without end.
    pub fn check_timeout(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.limits.check = limit.into();
        self
    }

    /// How long [`Manager::reset`] and [`Manager::destroy`] may take.
    pub fn cleanup_timeout(mut self, limit: Duration) -> Self {
        self.limits.cleanup = limit;
        self
    }

    /// The age at which a resource is destroyed. Each gets up to a tenth less at random, so that those made together do not
    /// end together. One that is lent at that time is destroyed when it comes back.
    pub fn max_lifetime(mut self, age: impl Into<Option<Duration>>) -> Self {
        self.settings.lifetime = age.into().unwrap_or_default();
        self
    }

    /// How long a resource may be idle before it is destroyed, as far as `min` can spare it.
    pub fn idle_timeout(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.settings.idle_timeout = limit.into().unwrap_or_default();
        self
    }

    /// The period of health rounds: each looks at every idle resource once with [`Manager::check`], one at a time, and only
    /// while nobody waits.
    pub fn check_interval(mut self, period: impl Into<Option<Duration>>) -> Self {
        self.settings.round_interval = period.into().unwrap_or_default();
        self
    }

    /// How many callers may wait; the next one gets [`Error::TooManyWaiters`](crate::Error::TooManyWaiters) at once.
    pub fn max_waiters(mut self, limit: impl Into<Option<u32>>) -> Self {
        self.settings.max_waiters = limit.into().unwrap_or(0);
        self
    }

    /// How many resources may be in the making at a time. Callers beyond that wait as if the pool were full.
    pub fn max_creating(mut self, limit: impl Into<Option<u32>>) -> Self {
        self.settings.max_creating = limit.into().unwrap_or(0);
        self
    }

    /// From the second failed creation in a row, at most 2 are in flight and the next does not start before a wait, which
    /// doubles from `first` to `most` with each failure and is up to a tenth shorter at random. Callers wait meanwhile, in
    /// their order.
    pub fn create_backoff(mut self, first: Duration, most: Duration) -> Self {
        self.settings.backoff = Some(Backoff { first, most: most.max(first) });
        self
    }

    /// Every caller may try to create at once, however often that has failed.
    pub fn no_create_backoff(mut self) -> Self {
        self.settings.backoff = None;
        self
    }

    /// Which idle resource is lent first.
    pub fn idle_order(mut self, order: IdleOrder) -> Self {
        self.settings.idle_order = match order {
            IdleOrder::Fifo => CoreOrder::Fifo,
            IdleOrder::Lifo => CoreOrder::Lifo,
        };
        self
    }

    /// A circuit breaker that opens and closes by itself. Takes the place of a [`strategy`](Self::strategy).
    pub fn breaker(mut self, breaker: Breaker) -> Self {
        self.breaker = Some(breaker);
        self.strategy = None;
        self
    }

    /// A circuit breaker that opens and closes as code of yours says; see the example of [`Strategy`]. Takes the place of a
    /// [`breaker`](Self::breaker).
    pub fn strategy(mut self, strategy: impl Strategy) -> Self {
        self.strategy = Some(Box::new(strategy));
        self.breaker = None;
        self
    }

    /// How many resources may be out at a time while the breaker is half-open. At least 1.
    pub fn recovery_limit(mut self, limit: u32) -> Self {
        self.settings.recovery_limit = limit;
        self
    }

    /// Looks for leaks: each lent resource is remembered with the place in the code that called acquire. That place is in
    /// [`Stats::longest_hold_at`](crate::Stats::longest_hold_at) and in the report of a timeout, and a resource that comes
    /// back after more than `threshold` is told with it in an event. Costs a few nanoseconds per acquire.
    pub fn leak_threshold(mut self, threshold: Duration) -> Self {
        self.leak_threshold = Some(threshold);
        self
    }

    /// Clock, sleeps and tasks of another runtime than tokio.
    pub fn timer(mut self, timer: impl Timer) -> Self {
        self.timer = Some(Box::new(timer));
        self
    }

    /// No background task is started; you run [`Pool::maintenance`].
    pub fn maintenance_by_hand(mut self) -> Self {
        self.by_hand = true;
        self
    }

    /// The pool's name in events and metrics.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into().into_boxed_str();
        self
    }

    /// A fixed seed for everything that is random, for tests. Without one, each pool has its own.
    #[doc(hidden)]
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// Makes the pool. Nothing is awaited and no resource is made here; `min` is restored in the background from now on.
    ///
    /// # Errors
    ///
    /// A number out of its range, or settings that need a runtime and none is there: see [`BuildError`].
    pub fn build(mut self) -> Result<Pool<M>, BuildError> {
        let strategy = self.check_numbers()?;
        let needs_driver = self.needs_driver();
        let timer = self.timer.take().or_else(default_timer).ok_or(BuildError::NoTimer)?;
        self.settings.check = self.settings.round_interval > Duration::ZERO;
        if self.settings.seed == 0 {
            self.settings.seed = random_seed();
        }
        let core = Core::new(self.settings, strategy, time(timer.now()));
        let mut inner = Inner::new(State::new(core), self.manager, timer, self.limits);
        inner.leak_threshold = self.leak_threshold;
        inner.listens =
            self.breaker.is_some() || self.strategy.is_some() || self.leak_threshold.is_some();
        inner.strategy = self.strategy;
        inner.by_hand = self.by_hand;
        inner.name = self.name;
        let inner = Shared::new(inner);
        if needs_driver && !self.by_hand {
            if let Some(driver) = Driver::seated(&inner) {
                inner.timer.spawn(Box::pin(driver)).map_err(|_| BuildError::NoRuntime)?;
            }
        }
        Ok(Pool::with(inner))
    }

    fn check_numbers(&self) -> Result<cenote_core::Strategy, BuildError> {
        let Settings { min, max, recovery_limit, .. } = self.settings;
        if max == 0 {
            return Err(BuildError::NoPlaces);
        }
        if min > max {
            return Err(BuildError::MinAboveMax { min, max });
        }
        if recovery_limit == 0 {
            return Err(BuildError::NoRecovery);
        }
        match (&self.strategy, self.breaker) {
            (Some(_), _) => Ok(cenote_core::Strategy::User { should_recover: true }),
            (None, Some(breaker)) => breaker.strategy(),
            (None, None) => Ok(cenote_core::Strategy::None),
        }
    }

    /// Whether something becomes due by itself.
    fn needs_driver(&self) -> bool {
        let Settings { min, lifetime, idle_timeout, round_interval, .. } = self.settings;
        min > 0 || [lifetime, idle_timeout, round_interval].iter().any(|span| !span.is_zero())
    }
}

#[cfg(feature = "tokio")]
fn default_timer() -> Option<Box<dyn Timer>> {
    Some(Box::new(crate::TokioTimer::new()))
}

#[cfg(not(feature = "tokio"))]
fn default_timer() -> Option<Box<dyn Timer>> {
    None
}

fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
