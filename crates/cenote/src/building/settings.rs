//! The methods that set what a [`Builder`] builds.

use std::time::Duration;

use cenote_core::{Backoff, IdleOrder as CoreOrder};

use super::{
    builder::{Builder, IdleOrder},
    manager::Manager,
};
use crate::{
    breaker::Breaker,
    strategy::Strategy,
    timers::{any_timer::AnyTimer, timer::Timer},
};

impl<M: Manager> Builder<M> {
    /// The most resources there can be at a time, those being made and destroyed included. At least 1; 10 unless you say
    /// otherwise.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::Pool;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).max(1).build().unwrap();
    /// let one = pool.acquire().await.unwrap();
    /// assert!(pool.try_acquire().await.unwrap().is_none());
    /// # drop(one);
    /// # }
    /// ```
    #[doc(alias("max_size", "max_connections"))]
    pub fn max(mut self, max: u32) -> Self {
        self.settings.max = max;
        self
    }

    /// The fewest resources there should be at a time, those in use included. They are created in the background from the moment
    /// the pool is built, and made again, with a back-off, when they are lost. See also [`Pool::prewarm`](crate::Pool::prewarm).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::Pool;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).min(2).build().unwrap();
    /// while pool.stats().idle < 2 {
    ///     tokio::task::yield_now().await;
    /// }
    /// # }
    /// ```
    #[doc(alias("min_idle", "min_connections"))]
    pub fn min(mut self, min: u32) -> Self {
        self.settings.min = min;
        self
    }

    /// How long [`Pool::acquire`](crate::Pool::acquire) takes: the wait for a place, the hook and the creation together, each of
    /// which has a limit of its own, too. `None`: no limit. A creation that is cut off goes on for the pool. A limit of zero is one
    /// for the wait for a place alone.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{Error, Pool};
    /// use std::time::Duration;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).max(1).acquire_timeout(Duration::from_millis(5)).build().unwrap();
    /// let one = pool.acquire().await.unwrap();
    /// assert!(matches!(pool.acquire().await, Err(Error::Timeout(_))));
    /// # drop(one);
    /// # }
    /// ```
    #[doc(alias("wait_timeout", "connection_timeout"))]
    pub fn acquire_timeout(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.limits.acquire = limit.into();
        self
    }

    /// How long [`Manager::create`] may take. `None`: no limit.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{Error, Pool};
    /// use std::time::Duration;
    /// let pool = Pool::builder(|| std::future::pending::<Result<(), &str>>())
    ///     .create_timeout(Duration::from_millis(5))
    ///     .build()
    ///     .unwrap();
    /// assert!(matches!(pool.acquire().await, Err(Error::CreateTimeout(_))));
    /// # }
    /// ```
    pub fn create_timeout(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.limits.create = limit.into();
        self
    }

    /// How long [`Manager::check`] and [`Manager::before_acquire`] may take. `None`: no limit.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::Pool;
    /// use std::time::Duration;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) })
    ///     .before_acquire(|_| Box::pin(std::future::pending()))
    ///     .check_timeout(Duration::from_millis(5))
    ///     .build()
    ///     .unwrap();
    /// drop(pool.acquire().await.unwrap());
    /// drop(pool.acquire().await.unwrap()); // another one
    /// assert_eq!((pool.stats().created, pool.stats().rejected), (2, 1));
    /// # }
    /// ```
    #[doc(alias("recycle_timeout"))]
    pub fn check_timeout(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.limits.check = limit.into();
        self
    }

    /// How long [`Manager::reset`] and [`Manager::destroy`] may take.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{OnRelease, Pool};
    /// use std::time::Duration;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) })
    ///     .on_release(|_| OnRelease::Reset)
    ///     .reset(|_| Box::pin(std::future::pending()))
    ///     .cleanup_timeout(Duration::from_millis(5))
    ///     .build()
    ///     .unwrap();
    /// pool.acquire().await.unwrap().release().await;
    /// assert_eq!((pool.stats().rejected, pool.stats().total), (1, 0));
    /// # }
    /// ```
    pub fn cleanup_timeout(mut self, limit: Duration) -> Self {
        self.limits.cleanup = limit;
        self
    }

    /// The age at which a resource is destroyed. Each gets up to a tenth less, with jitter, so that those created together are not
    /// replaced together. One that is in use at that time is destroyed when it is released.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// use cenote::Pool;
    /// use std::time::Duration;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).max_lifetime(Duration::from_millis(5)).build().unwrap();
    /// drop(pool.acquire().await.unwrap());
    /// tokio::time::sleep(Duration::from_millis(30)).await;
    /// assert_eq!((pool.stats().expired, pool.stats().total), (1, 0));
    /// # }
    /// ```
    pub fn max_lifetime(mut self, age: impl Into<Option<Duration>>) -> Self {
        self.settings.lifetime = self.above_zero("max_lifetime", age);
        self
    }

    /// How long a resource may be idle before it is destroyed, as far as `min` can spare it.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// use cenote::Pool;
    /// use std::time::Duration;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).idle_timeout(Duration::from_millis(5)).build().unwrap();
    /// drop(pool.acquire().await.unwrap());
    /// tokio::time::sleep(Duration::from_millis(50)).await;
    /// assert_eq!((pool.stats().idled_out, pool.stats().total), (1, 0));
    /// # }
    /// ```
    pub fn idle_timeout(mut self, limit: impl Into<Option<Duration>>) -> Self {
        self.settings.idle_timeout = self.above_zero("idle_timeout", limit);
        self
    }

    /// The period of health rounds: each looks at every idle resource once with [`Manager::check`], and only while nobody
    /// waits. Checks run side by side, as many as leave an equal number of places free for callers.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// use cenote::Pool;
    /// use std::time::Duration;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) })
    ///     .check(|_| Box::pin(async { Err("dead") }))
    ///     .check_interval(Duration::from_millis(5))
    ///     .build()
    ///     .unwrap();
    /// drop(pool.acquire().await.unwrap());
    /// tokio::time::sleep(Duration::from_millis(50)).await;
    /// assert_eq!((pool.stats().unhealthy, pool.stats().total), (1, 0));
    /// # }
    /// ```
    pub fn check_interval(mut self, period: impl Into<Option<Duration>>) -> Self {
        self.settings.round_interval = self.above_zero("check_interval", period);
        self
    }

    /// How many callers may wait; the next one gets [`Error::TooManyWaiters`](crate::Error::TooManyWaiters) at once.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{Error, Pool};
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).max(1).max_waiters(1).build().unwrap();
    /// let one = pool.acquire().await.unwrap();
    /// let (first, second) = tokio::join!(
    ///     async {
    ///         let waited = pool.acquire().await;
    ///         waited.is_ok()
    ///     },
    ///     async {
    ///         let refused = pool.acquire().await;
    ///         drop(one);
    ///         matches!(refused, Err(Error::TooManyWaiters(_)))
    ///     },
    /// );
    /// assert!(first && second);
    /// # }
    /// ```
    pub fn max_waiters(mut self, limit: impl Into<Option<u32>>) -> Self {
        self.settings.max_waiters = self.above_zero("max_waiters", limit);
        self
    }

    /// How many resources may be in the making at a time. Callers beyond that wait as if the pool were full.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::Pool;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).max(50).max_creating(2).build().unwrap();
    /// # let _ = pool;
    /// # }
    /// ```
    pub fn max_creating(mut self, limit: impl Into<Option<u32>>) -> Self {
        self.settings.max_creating = self.above_zero("max_creating", limit);
        self
    }

    /// From the second failed creation in a row, at most 2 are in flight and the next does not start before a wait, which
    /// doubles from `first` (above 0) to `most` (at least `first`) with each failure and is up to a tenth shorter at random.
    /// Callers wait meanwhile, in their order.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{Error, Pool};
    /// use std::time::Duration;
    /// let pool = Pool::builder(|| async { Err::<(), _>("refused") })
    ///     .create_backoff(Duration::from_millis(100), Duration::from_secs(5))
    ///     .build()
    ///     .unwrap();
    /// assert!(matches!(pool.acquire().await, Err(Error::Create("refused"))));
    /// assert!(matches!(pool.acquire().await, Err(Error::Create("refused"))));
    /// // Nobody tries now.
    /// let third = pool.acquire_timeout(Duration::from_millis(5)).await;
    /// assert!(matches!(third, Err(Error::Timeout(_))));
    /// # }
    /// ```
    pub fn create_backoff(mut self, first: Duration, most: Duration) -> Self {
        let first = self.above_zero("create_backoff", first);
        self.settings.backoff = Some(Backoff { first, most: most.max(first) });
        self
    }

    /// Takes the back-off away: every caller may try to create at once, however often that has failed.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{Error, Pool};
    /// let pool =
    ///     Pool::builder(|| async { Err::<(), _>("refused") }).no_create_backoff().build().unwrap();
    /// for _ in 0..10 {
    ///     assert!(matches!(pool.acquire().await, Err(Error::Create("refused"))));
    /// }
    /// # }
    /// ```
    pub fn no_create_backoff(mut self) -> Self {
        self.zeros.retain(|&name| name != "create_backoff");
        self.settings.backoff = None;
        self
    }

    /// Which idle resource is handed out first.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{IdleOrder, Pool};
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).idle_order(IdleOrder::Lifo).build().unwrap();
    /// # let _ = pool;
    /// # }
    /// ```
    #[doc(alias("queue_mode", "queue_strategy"))]
    pub fn idle_order(mut self, order: IdleOrder) -> Self {
        self.settings.idle_order = match order {
            IdleOrder::Fifo => CoreOrder::Fifo,
            IdleOrder::Lifo => CoreOrder::Lifo,
        };
        self
    }

    /// A circuit breaker that opens and closes by itself. Takes the place of a [`strategy`](Self::strategy).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{Breaker, BreakerState, Pool};
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).breaker(Breaker::consecutive_failures(1)).build().unwrap();
    /// pool.acquire().await.unwrap().discard("broken");
    /// assert_eq!(pool.breaker_state(), BreakerState::Inactive);
    /// # }
    /// ```
    pub fn breaker(mut self, breaker: Breaker) -> Self {
        self.breaker = Some(breaker);
        self.strategy = None;
        self
    }

    /// A circuit breaker that opens and closes as your code says; see the example of [`Strategy`]. Replaces a
    /// [`breaker`](Self::breaker).
    pub fn strategy(mut self, strategy: impl Strategy) -> Self {
        self.strategy = Some(Box::new(strategy));
        self.breaker = None;
        self
    }

    /// How many resources may be out at a time while the breaker is half-open. At least 1.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{Error, Pool};
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).recovery_limit(2).build().unwrap();
    /// pool.recover();
    /// let probes = [pool.acquire().await.unwrap(), pool.acquire().await.unwrap()];
    /// assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    /// # drop(probes);
    /// # }
    /// ```
    pub fn recovery_limit(mut self, limit: u32) -> Self {
        self.settings.recovery_limit = limit;
        self
    }

    /// Looks for leaks: the pool records which place in the code acquired each resource. That place is in
    /// [`Stats::longest_hold_at`](crate::Stats::longest_hold_at) and in the report of a timeout, and a resource
    /// that is out for more than `threshold` is told with it in an event, once while it is out (by a task in the background:
    /// there is none without a runtime, nor with [`maintenance_by_hand`](Self::maintenance_by_hand)), and when it comes back. Costs a few nanoseconds per acquire.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::Pool;
    /// use std::time::Duration;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).leak_threshold(Duration::from_secs(10)).build().unwrap();
    /// let one = pool.acquire().await.unwrap();
    /// assert_eq!(pool.stats().longest_hold_at.unwrap().file(), file!());
    /// # drop(one);
    /// # }
    /// ```
    pub fn leak_threshold(mut self, threshold: Duration) -> Self {
        self.leak_threshold = Some(threshold);
        self
    }

    /// Takes clock, sleeps and tasks from another runtime than tokio; [`Timer`] has an example.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{Pool, TokioTimer};
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).timer(TokioTimer::new()).build().unwrap();
    /// # let _ = pool;
    /// # }
    /// ```
    #[doc(alias("runtime"))]
    pub fn timer(mut self, timer: impl Timer) -> Self {
        self.timer = Some(AnyTimer::of(timer));
        self
    }

    /// Starts no background task: you run [`Pool::maintenance`](crate::Pool::maintenance) yourself, on any executor.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::Pool;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).min(1).maintenance_by_hand().build().unwrap();
    /// tokio::spawn(pool.maintenance());
    /// # }
    /// ```
    pub fn maintenance_by_hand(mut self) -> Self {
        self.by_hand = true;
        self
    }

    /// The pool's name in events and metrics.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::Pool;
    /// let pool = Pool::builder(|| async { Ok::<_, &str>(7) }).name("orders").build().unwrap();
    /// assert_eq!(pool.name(), "orders");
    /// # }
    /// ```
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into().into_boxed_str();
        self
    }

    /// A limit for the core, to which 0 means none; one that is 0 in the user's words is remembered, for an error.
    fn above_zero<T: Default + PartialEq>(
        &mut self,
        setting: &'static str,
        limit: impl Into<Option<T>>,
    ) -> T {
        let limit = limit.into();
        self.zeros.retain(|&name| name != setting);
        if limit == Some(T::default()) {
            self.zeros.push(setting);
        }
        limit.unwrap_or_default()
    }

    /// A fixed seed for everything that is random, for tests. Without one, each pool has its own.
    #[doc(hidden)]
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }
}
