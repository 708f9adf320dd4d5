//! The handle of a pool.

use std::fmt;
use std::future::Future;
use std::panic::Location;
use std::time::Duration;

use cenote_core::AcquireLimit;

use crate::error::Error;
use crate::inner::Shared;
use crate::sync::Arc;
use crate::{
    acquire::{call::Call, conversation::acquire, creation},
    background::{driver::Driver, shutdown},
    building::{builder::Builder, into_manager::IntoManager, manager::Manager},
    release::guard::Guard,
    watching::stats::Stats,
};

/// A pool of resources. Cheap to clone; all clones are the same pool, and the last one to go closes it, whether or not
/// guards are still out.
///
/// The [crate documentation](crate) tells how waiting, hand-off and hooks work.
///
/// ```
/// use cenote::Pool;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(String::new()) }).max(2).build()?;
/// let mut text = pool.acquire().await?;
/// text.push_str("hello");
/// # Ok(())
/// # }
/// ```
pub struct Pool<M: Manager> {
    handle: Arc<Handle<M>>,
}

/// What all clones share: one counter tells of the last one, and a clone costs one step of it.
struct Handle<M: Manager> {
    inner: Shared<M>,
}

impl<M: Manager> Drop for Handle<M> {
    fn drop(&mut self) {
        shutdown::close(&self.inner);
    }
}

impl<M: Manager> Pool<M> {
    /// A pool with all settings at their defaults (see [`Builder`]).
    ///
    /// ```
    /// # struct Numbers;
    /// # impl cenote::Manager for Numbers {
    /// #     type Resource = u32;
    /// #     type Error = std::io::Error;
    /// #     async fn create(&self) -> std::io::Result<u32> { Ok(1) }
    /// # }
    /// let pool = cenote::Pool::new(Numbers);
    /// assert_eq!(pool.stats().max, 10);
    /// ```
    #[cfg(feature = "tokio")]
    pub fn new(manager: M) -> Pool<M> {
        Pool::managed(manager).build().expect("the defaults fit together")
    }

    /// Begins a pool, with a [`Manager`] or with a closure that makes its resources. Hooks can be closures, too; see
    /// [Hooks as closures](Builder#hooks-as-closures).
    ///
    /// The pool of a closure is a `Pool<Closures<R, E>>`. The compiler has to know the error's type: name the pool's type, as here, or
    /// say `Ok::<_, std::io::Error>(…)`.
    ///
    /// ```
    /// use cenote::{Closures, Pool};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool: Pool<Closures<u32, std::io::Error>> =
    ///     Pool::builder(|| async { Ok(42) }).build().unwrap();
    /// assert_eq!(*pool.acquire().await.unwrap(), 42);
    /// # }
    /// ```
    pub fn builder<Kind>(from: impl IntoManager<Kind, Manager = M>) -> Builder<M> {
        Builder::new(from.into_manager())
    }

    /// Begins a pool with this manager; [`builder`](Self::builder) does the same.
    ///
    /// ```
    /// # struct Numbers;
    /// # impl cenote::Manager for Numbers {
    /// #     type Resource = u32;
    /// #     type Error = std::io::Error;
    /// #     async fn create(&self) -> std::io::Result<u32> { Ok(1) }
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::managed(Numbers).max(4).build().unwrap();
    /// # let _ = pool;
    /// # }
    /// ```
    #[doc(alias("build_unchecked"))]
    pub fn managed(manager: M) -> Builder<M> {
        Builder::new(manager)
    }

    pub(crate) fn with(inner: Shared<M>) -> Pool<M> {
        Pool { handle: Arc::new(Handle { inner }) }
    }

    #[inline]
    pub(crate) fn inner(&self) -> &Shared<M> {
        &self.handle.inner
    }

    /// Acquires a resource: an idle one, or a new one if there are fewer than `max`, or else the next one that is released, after
    /// those who wait already. Takes at most [`acquire_timeout`](Builder::acquire_timeout), with the creation and the hook.
    ///
    /// # Cancel safety
    ///
    /// The future may be dropped at any point: the caller leaves the queue, what was reserved for it goes to the next one, a
    /// resource that was being checked for it is destroyed, and one that was being made is finished for the pool. A future that is
    /// neither polled nor dropped keeps its turn, and what was reserved for it.
    ///
    /// # Panics
    ///
    /// As the [`Timer`](crate::Timer) does: tokio's needs a runtime for a wait with a limit (for a place, for a creation or for
    /// a hook) or for the end of a creation back-off, here or where the pool was built.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] if no resource becomes free in time, [`Error::TooManyWaiters`] if the queue is full, [`Error::Unavailable`] if the
    /// circuit breaker is open, [`Error::Closed`] if the pool is closed. [`Error::Create`] has the error of the manager's `create`, for the
    /// caller for whom it was called; [`Error::CreateTimeout`] if that took too long.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).build().unwrap();
    /// let seven = pool.acquire().await.unwrap();
    /// assert_eq!(*seven, 7);
    /// # }
    /// ```
    #[track_caller]
    #[inline]
    #[doc(alias("get"))]
    pub fn acquire(&self) -> impl Future<Output = Result<Guard<M>, Error<M::Error>>> + Send + '_ {
        acquire(self.inner(), Call::new(self.inner().acquire_limit, Location::caller()))
    }

    /// [`acquire`](Self::acquire), whose future owns a handle of the pool, so that it can be spawned and kept in a struct.
    ///
    /// # Panics
    ///
    /// As [`acquire`](Self::acquire).
    ///
    /// # Errors
    ///
    /// See [`Error`].
    ///
    /// # Cancel safety
    ///
    /// As [`acquire`](Self::acquire).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).build().unwrap();
    /// let seven = tokio::spawn(pool.acquire_owned()).await.unwrap().unwrap();
    /// assert_eq!(*seven, 7);
    /// # }
    /// ```
    #[track_caller]
    #[doc(alias("get_owned"))]
    pub fn acquire_owned(
        &self,
    ) -> impl Future<Output = Result<Guard<M>, Error<M::Error>>> + Send + use<M> {
        let call = Call::new(self.inner().acquire_limit, Location::caller());
        let pool = self.clone();
        async move { acquire(pool.inner(), call).await }
    }

    /// [`acquire`](Self::acquire) with a time limit of its own for the wait, or with none. A limit of zero never waits for a
    /// place.
    ///
    /// # Panics
    ///
    /// As [`acquire`](Self::acquire).
    ///
    /// # Errors
    ///
    /// See [`Error`].
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use std::time::Duration;
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).max(1).build().unwrap();
    /// let seven = pool.acquire_timeout(Duration::from_millis(10)).await.unwrap();
    /// assert!(pool.acquire_timeout(Duration::from_millis(10)).await.is_err());
    /// # drop(seven);
    /// # }
    /// ```
    #[track_caller]
    #[doc(alias("timeout_get", "get_timeout"))]
    pub fn acquire_timeout(
        &self,
        limit: impl Into<Option<Duration>>,
    ) -> impl Future<Output = Result<Guard<M>, Error<M::Error>>> + Send {
        acquire(self.inner(), Call::new(AcquireLimit::new(limit.into()), Location::caller()))
    }

    /// Acquires a resource if that takes no waiting for one: an idle one, or a new one below `max`. `None` if there is
    /// none for this caller, or if the pool is closed or the circuit breaker is open. What is reserved for a
    /// waiter is never taken.
    ///
    /// # Panics
    ///
    /// As [`acquire`](Self::acquire), for a creation or a hook that has to be waited for.
    ///
    /// # Errors
    ///
    /// [`Error::Create`] and [`Error::CreateTimeout`] of a creation for this caller.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).max(1).build().unwrap();
    /// let seven = pool.try_acquire().await.unwrap();
    /// assert!(seven.is_some());
    /// assert!(pool.try_acquire().await.unwrap().is_none());
    /// # }
    /// ```
    #[track_caller]
    #[doc(alias("try_get"))]
    pub fn try_acquire(
        &self,
    ) -> impl Future<Output = Result<Option<Guard<M>>, Error<M::Error>>> + Send + '_ {
        let call = Call::attempt(Location::caller());
        async move {
            match acquire(self.inner(), call).await {
                Ok(guard) => Ok(Some(guard)),
                Err(Error::Closed) => Ok(None),
                Err(error) => Err(error),
            }
        }
    }

    /// Acquires an idle resource, if there is one for this caller. Never creates one; [`try_acquire`](Self::try_acquire) may.
    ///
    /// # Panics
    ///
    /// As [`acquire`](Self::acquire), for a hook that has to be waited for.
    ///
    /// # Cancel safety
    ///
    /// As [`acquire`](Self::acquire).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).build().unwrap();
    /// assert!(pool.try_acquire_idle().await.is_none());
    /// drop(pool.acquire().await.unwrap());
    /// assert!(pool.try_acquire_idle().await.is_some());
    /// # }
    /// ```
    #[track_caller]
    pub fn try_acquire_idle(&self) -> impl Future<Output = Option<Guard<M>>> + Send + '_ {
        let call = Call::of_idle(Location::caller());
        async move { acquire(self.inner(), call).await.ok() }
    }

    /// Makes resources until there are [`min`](Builder::min), one after another, and returns when they are there: so that a
    /// program can fail at its start if the other end is not there. Those that are being made for others, or in the
    /// background, are waited for. What was made before a failure stays.
    ///
    /// # Panics
    ///
    /// As [`acquire`](Self::acquire), for a creation that has to be waited for.
    ///
    /// # Errors
    ///
    /// [`Error::Create`] or [`Error::CreateTimeout`] of the first creation that fails here. [`Error::Closed`] and
    /// [`Error::Unavailable`] if the pool is closed, or its circuit breaker open, before they are there.
    /// [`Error::NoMinimum`] if `min` is 0.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).min(3).build().unwrap();
    /// pool.prewarm().await.unwrap();
    /// assert_eq!(pool.stats().idle, 3);
    /// # }
    /// ```
    pub async fn prewarm(&self) -> Result<(), Error<M::Error>> {
        creation::prewarm(self.inner()).await
    }

    /// The figures of this moment.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).build().unwrap();
    /// drop(pool.acquire().await);
    /// assert_eq!((pool.stats().acquires, pool.stats().idle), (1, 1));
    /// # }
    /// ```
    #[doc(alias("status", "state"))]
    pub fn stats(&self) -> Stats {
        stats_of(self.inner())
    }

    /// The pool's name, as told to [`Builder::name`].
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool =
    ///     cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).name("numbers").build().unwrap();
    /// assert_eq!(pool.name(), "numbers");
    /// # }
    /// ```
    pub fn name(&self) -> &str {
        &self.inner().name
    }

    /// The manager.
    ///
    /// ```
    /// # struct Numbers { first: u32 }
    /// # impl cenote::Manager for Numbers {
    /// #     type Resource = u32;
    /// #     type Error = std::io::Error;
    /// #     async fn create(&self) -> std::io::Result<u32> { Ok(1) }
    /// # }
    /// let pool = cenote::Pool::new(Numbers { first: 3 });
    /// assert_eq!(pool.manager().first, 3);
    /// ```
    pub fn manager(&self) -> &M {
        &self.inner().manager
    }

    /// The background work as a future, for pools built with [`maintenance_by_hand`](Builder::maintenance_by_hand). It ends
    /// when the pool is closed, and at once if somebody else does the work already. It keeps no pool open.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) })
    ///     .min(1)
    ///     .maintenance_by_hand()
    ///     .build()
    ///     .unwrap();
    /// let work = tokio::spawn(pool.maintenance());
    /// while pool.stats().idle < 1 {
    ///     tokio::task::yield_now().await;
    /// }
    /// drop(pool);
    /// work.await.unwrap();
    /// # }
    /// ```
    pub fn maintenance(&self) -> impl Future<Output = ()> + Send + use<M> {
        let inner = self.inner().clone();
        async move {
            let driver = Driver::claim(&inner);
            drop(inner);
            if let Some(driver) = driver {
                driver.await;
            }
        }
    }

    /// Recounts everything, and panics if an invariant does not hold. For tests.
    #[doc(hidden)]
    pub fn check_invariants(&self) {
        self.inner().lock().core.check();
    }

    /// The pool behaves for a while as if threads were in each other's way. For tests.
    #[doc(hidden)]
    pub fn assume_contention(&self) {
        self.inner().lock().note_contention();
    }
}

pub(crate) fn stats_of<M: Manager>(inner: &Shared<M>) -> Stats {
    let now = inner.now();
    let state = inner.lock();
    let stats = state.core.stats(now);
    let at = stats.longest_hold_slot.and_then(|slot| state.taker(slot));
    Stats::of(stats, at.map(|taker| taker.at))
}

impl<M: Manager> Clone for Pool<M> {
    #[inline]
    fn clone(&self) -> Self {
        Pool { handle: Arc::clone(&self.handle) }
    }
}

impl<M: Manager> fmt::Debug for Pool<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
