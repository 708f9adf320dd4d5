//! The settings of a pool.

use std::fmt;
use std::time::Duration;

use cenote_core::{Backoff, Core, Settings};

use super::{hooks::Hooks, manager::Manager};
use crate::{
    background::driver::Driver,
    breaker::Breaker,
    error::BuildError,
    inner::{Inner, Limits, Shared, time},
    pool::Pool,
    release::leaks,
    state::State,
    strategy::Strategy,
    timers::any_timer::AnyTimer,
};

/// Which idle resource is handed out first.
///
/// ```
/// use cenote::{IdleOrder, Pool};
/// let builder = Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).idle_order(IdleOrder::Lifo);
/// # let _ = builder;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IdleOrder {
    /// The one idle longest, so that all stay warm. The default.
    #[default]
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
    pub(crate) hooks: Hooks<M>,
    pub(crate) settings: Settings,
    pub(crate) limits: Limits,
    pub(crate) breaker: Option<Breaker>,
    pub(crate) strategy: Option<Box<dyn Strategy>>,
    pub(crate) timer: Option<AnyTimer>,
    pub(crate) leak_threshold: Option<Duration>,
    /// Metrics are recorded, and figures published with this period.
    pub(crate) publish_every: Option<Duration>,
    pub(crate) by_hand: bool,
    pub(crate) name: Box<str>,
    /// The settings that are 0 and must not be.
    pub(crate) zeros: Vec<&'static str>,
}

impl<M: Manager> Builder<M> {
    pub(crate) fn new(manager: M) -> Builder<M> {
        Builder {
            manager,
            hooks: Hooks::none(),
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
            publish_every: None,
            by_hand: false,
            name: Box::default(),
            zeros: Vec::new(),
        }
    }

    /// Makes the pool. Nothing is awaited and no resource is made here; `min` is restored in the background from now on.
    ///
    /// # Errors
    ///
    /// A number out of its range, or settings that need a runtime and none is there: see [`BuildError`].
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{BuildError, Pool};
    /// let built = Pool::builder(|| async { Ok::<_, &str>(7) }).max(0).build();
    /// assert_eq!(built.unwrap_err(), BuildError::NoPlaces);
    /// # }
    /// ```
    pub fn build(mut self) -> Result<Pool<M>, BuildError> {
        let strategy = self.check_numbers()?;
        let needs_driver = self.needs_driver();
        let timer = self.timer.take().or_else(AnyTimer::usual).ok_or(BuildError::NoTimer)?;
        self.settings.check = self.settings.round_interval > Duration::ZERO;
        if self.settings.seed == 0 {
            self.settings.seed = random_seed();
        }
        let core = Core::new(self.settings, strategy, time(timer.now()));
        let mut inner = Inner::new(State::new(core), self.manager, timer, self.limits);
        inner.leak_threshold = self.leak_threshold;
        inner.always_listens = self.breaker.is_some()
            || self.strategy.is_some()
            || self.leak_threshold.is_some()
            || self.publish_every.is_some();
        #[cfg(feature = "metrics")]
        if self.publish_every.is_some() {
            inner.recorder = Some(crate::watching::recorder::Recorder::new(&self.name));
        }
        inner.listen_for_driver(false);
        inner.strategy = self.strategy;
        inner.hooks = self.hooks;
        inner.by_hand = self.by_hand;
        inner.name = self.name;
        let inner = Shared::new(inner);
        if let (Some(threshold), false) = (inner.leak_threshold, self.by_hand) {
            // Where there is no runtime, a long hold is told of when it ends.
            drop(inner.timer.spawn(Box::pin(leaks::watch(inner.clone(), threshold))));
        }
        #[cfg(feature = "metrics")]
        if let (Some(period), false) = (self.publish_every, self.by_hand) {
            let publishing = crate::watching::recorder::publish_on(inner.clone(), period);
            drop(inner.timer.spawn(Box::pin(publishing)));
        }
        if needs_driver && !self.by_hand {
            if let Some(driver) = Driver::claim(&inner) {
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
        if let Some(setting) = self.zeros.first() {
            return Err(BuildError::Zero(setting));
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

/// Without the manager, which need not implement `Debug`.
impl<M: Manager> fmt::Debug for Builder<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("name", &self.name)
            .field("hooks", &self.hooks)
            .field("settings", &self.settings)
            .field("limits", &self.limits)
            .field("breaker", &self.breaker)
            .field("leak_threshold", &self.leak_threshold)
            .finish_non_exhaustive()
    }
}

fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
