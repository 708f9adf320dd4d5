//! Clock, sleeps and tasks of a runtime, behind one small trait.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// A boxed future that a [`Timer`] makes or takes.
pub type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What a pool needs of a runtime. With the feature `tokio` (on by default) this is [`TokioTimer`](crate::TokioTimer), and
/// nobody has to think of it.
///
/// Waiting for a place needs none of this: it is done with wakers alone, and works on any executor. Timeouts and
/// maintenance sleep.
///
/// ```
/// use cenote::{Pool, Task, Timer};
/// use std::time::{Duration, Instant};
///
/// // What smol is made of; with smol itself: smol::Timer, smol::spawn, smol::block_on.
/// static EXECUTOR: async_executor::Executor = async_executor::Executor::new();
///
/// struct Smol(Instant);
///
/// impl Timer for Smol {
///     fn now(&self) -> Duration {
///         self.0.elapsed()
///     }
///     fn sleep(&self, span: Duration) -> Task {
///         Box::pin(async move {
///             async_io::Timer::after(span).await;
///         })
///     }
///     fn spawn(&self, task: Task) -> Result<(), Task> {
///         EXECUTOR.spawn(task).detach();
///         Ok(())
///     }
/// }
///
/// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(7) })
///     .min(1)
///     .timer(Smol(Instant::now()))
///     .build()
///     .unwrap();
/// async_io::block_on(EXECUTOR.run(async {
///     assert_eq!(*pool.acquire().await.unwrap(), 7);
/// }));
/// ```
pub trait Timer: Send + Sync + 'static {
    /// The time since some fixed moment, of less than 500 years. It never goes back. Like [`coarse_now`](Self::coarse_now) and
    /// [`spawn`](Self::spawn) it must not panic: it is called where guards and handles are dropped.
    fn now(&self) -> Duration;

    /// The same time, read in a way that is cheap and may lag behind by some milliseconds. Each acquire and each release
    /// reads it once, to count ages, idle times and holds.
    fn coarse_now(&self) -> Duration {
        self.now()
    }

    /// A future that is ready after `span`.
    ///
    /// # Panics
    ///
    /// It may, if it must: tokio's does where there is no runtime. The panic comes out of the call that was to wait for some
    /// time, or ends the background task that was; what that had in its hand is destroyed, and the pool goes on.
    fn sleep(&self, span: Duration) -> Task;

    /// Runs a future in the background, or gives it back if that is not possible (the default). A pool without background
    /// tasks cleans nothing after a drop, and needs somebody to run [`Pool::maintenance`](crate::Pool::maintenance); of all
    /// that is done in the background, only a creation back-off ends without it, by the one who waits for that.
    fn spawn(&self, task: Task) -> Result<(), Task> {
        Err(task)
    }
}
