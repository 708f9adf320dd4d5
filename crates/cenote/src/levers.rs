//! What a program may do to a whole pool: close it, change its size, replace what is in it, set its circuit breaker.

use std::time::Duration;

use crate::breaker::BreakerState;
#[expect(unused_imports, reason = "the documentation links to it")]
use crate::building::builder::Builder;
#[expect(unused_imports, reason = "the documentation links to it")]
use crate::error::Error;
use crate::pool::Pool;
use crate::{background::shutdown, building::manager::Manager};

impl<M: Manager> Pool<M> {
    /// Closes the pool: callers that wait fail with [`Error::Closed`], in their order; what is idle is destroyed, and what
    /// is out when it comes back. A second call does nothing.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).build().unwrap();
    /// pool.close();
    /// assert_eq!(pool.acquire().await.unwrap_err().to_string(), "Pool is closed");
    /// # }
    /// ```
    pub fn close(&self) {
        shutdown::close(self.inner());
    }

    /// Closes the pool and waits until the last resource has come back and is destroyed.
    ///
    /// # Panics
    ///
    /// As the [`Timer`](crate::Timer) does, if something has not come back yet: tokio's needs a runtime, here or where the pool
    /// was built. The pool is closed all the same.
    ///
    /// # Errors
    ///
    /// [`Left`]: what was still there when `deadline` had passed. It is destroyed later, when it comes back.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use std::time::Duration;
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).build().unwrap();
    /// let held = pool.acquire().await.unwrap();
    /// let left = pool.close_within(Duration::from_millis(5)).await.unwrap_err();
    /// assert_eq!(left.active, 1);
    /// drop(held);
    /// assert!(pool.close_within(Duration::from_millis(5)).await.is_ok());
    /// # }
    /// ```
    ///
    /// [`Left`]: crate::Left
    pub async fn close_within(&self, deadline: Duration) -> Result<(), shutdown::Left> {
        shutdown::close_within(self.inner(), deadline).await
    }

    /// Whether the pool is closed.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).build().unwrap();
    /// assert!(!pool.is_closed());
    /// # }
    /// ```
    pub fn is_closed(&self) -> bool {
        self.inner().lock().core.is_closed()
    }

    /// Changes `max` (at least 1). A larger pool serves waiters at once. A smaller one destroys what is idle and too much
    /// now, and what is out when it comes back: until then nothing is made, so there are never more than before.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).max(1).build().unwrap();
    /// let one = pool.acquire().await.unwrap();
    /// pool.resize(2);
    /// let two = pool.acquire().await.unwrap();
    /// pool.resize(1);
    /// drop(one);
    /// assert_eq!(pool.stats().total, 1);
    /// # drop(two);
    /// # }
    /// ```
    pub fn resize(&self, max: u32) {
        shutdown::resize(self.inner(), max);
    }

    /// Replaces everything that exists: a resource made before this call, or whose creation had begun, is never handed out again.
    /// Idle ones are destroyed now, others when they are released. For a failover, or new credentials.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).max(2).build().unwrap();
    /// let (one, two) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    /// drop(one);
    /// pool.recycle_all();
    /// assert_eq!((pool.stats().idle, pool.stats().active), (0, 1));
    /// drop(two);
    /// assert_eq!((pool.stats().total, pool.stats().expired), (0, 2));
    /// # }
    /// ```
    #[doc(alias("clear", "invalidate"))]
    pub fn recycle_all(&self) {
        shutdown::recycle_all(self.inner());
    }

    /// Looks at each idle resource, and destroys those for which `is_kept` returns false. Returns how many those were. What is kept
    /// keeps its place in the order and its idle time. Resources that are in use, reserved for a waiter or in a health check are not looked at;
    /// [`recycle_all`](Self::recycle_all) reaches those too.
    ///
    /// The closure is called with no lock held, so callers of acquire go on meanwhile; they do not get the resource that is being looked
    /// at.
    ///
    /// # Panics
    ///
    /// If the closure does. The resource that it looked at is destroyed then.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(String::new()) }).build().unwrap();
    /// let (mut one, two) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    /// one.push_str("old");
    /// drop((one, two));
    /// assert_eq!(pool.retain(|text| text != "old"), 1);
    /// assert_eq!(pool.stats().idle, 1);
    /// # }
    /// ```
    pub fn retain(&self, is_kept: impl FnMut(&mut M::Resource) -> bool) -> u32 {
        shutdown::retain(self.inner(), is_kept)
    }

    /// The state of the circuit breaker.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use cenote::{BreakerState, Error, Pool};
    /// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).build().unwrap();
    /// pool.deactivate();
    /// assert_eq!(pool.breaker_state(), BreakerState::Inactive);
    /// assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    /// pool.recover();
    /// let probe = pool.acquire().await.unwrap();
    /// assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    /// pool.activate();
    /// assert!(pool.acquire().await.is_ok());
    /// # drop(probe);
    /// # }
    /// ```
    pub fn breaker_state(&self) -> BreakerState {
        BreakerState::of(self.inner().lock().core.breaker_state())
    }

    /// Sets the circuit breaker to [`BreakerState::Active`], from any state; see the example of
    /// [`breaker_state`](Self::breaker_state).
    pub fn activate(&self) {
        self.inner().tell(|state, now| state.core.activate(now));
    }

    /// Sets the circuit breaker to [`BreakerState::Inactive`], from any state: all callers that wait fail with
    /// [`Error::Unavailable`]; see the example of [`breaker_state`](Self::breaker_state).
    pub fn deactivate(&self) {
        self.inner().tell(|state, now| state.core.deactivate(now));
    }

    /// Sets the circuit breaker to [`BreakerState::Recovering`], from any state: at most
    /// [`recovery_limit`](Builder::recovery_limit) resources taken from now on may be out; see the example of
    /// [`breaker_state`](Self::breaker_state).
    pub fn recover(&self) {
        self.inner().tell(|state, now| state.core.recover(now));
    }
}
