//! The timer of tokio.

use std::time::Duration;

use cenote_core::Time;
use tokio::runtime::{EnterGuard, Handle, TryCurrentError};

use super::timer::{Task, Timer};

/// Time and tasks of [tokio](https://docs.rs/tokio); the default.
///
/// Tasks run, and sleeps end, by the runtime that is current where the need arises, or else by the one that was current when
/// this value was made. So a pool in a static works across the runtimes of several tests.
///
/// The background work of a pool ends with the runtime that runs it, and goes on in that of the next caller who gives something back,
/// or who has to wait for it.
///
/// Acquire and release read the operating system's coarse clock, which lags by up to 4 to 10 ms and costs a quarter of a
/// precise one. With the feature `test-util` all times are tokio's own, and `tokio::time::pause()` and `advance()` drive
/// ages, idle times and timeouts.
///
/// # Panics
///
/// A sleep panics where no runtime is running and none was when this value was made; in a runtime without timers
/// (`enable_time`); by the timers of a runtime that has been shut down; and in the destructor of a thread-local value, if
/// tokio's own have gone before it. So does then anyone who waits with a limit.
///
/// ```
/// use cenote::{Timer, TokioTimer};
///
/// let timer = TokioTimer::new();
/// assert!(timer.now() <= timer.now());
/// ```
#[derive(Debug, Clone)]
pub struct TokioTimer {
    home: Option<Handle>,
    clock: Clock,
}

impl TokioTimer {
    /// The timer of the current runtime, if there is one.
    pub fn new() -> TokioTimer {
        TokioTimer { home: Handle::try_current().ok(), clock: Clock::new() }
    }

    /// [`coarse_now`](Timer::coarse_now) as the core wants it.
    #[inline]
    pub(crate) fn coarse_time(&self) -> Time {
        self.clock.coarse_time()
    }

    /// Enters the home, if there is one and no runtime is current. An error: this thread is at its end, and tokio's part of it
    /// has gone, so that to enter a runtime would panic.
    pub(crate) fn enter_home(&self) -> Result<Option<EnterGuard<'_>>, TryCurrentError> {
        match (Handle::try_current(), &self.home) {
            (Err(error), Some(_)) if error.is_thread_local_destroyed() => Err(error),
            (Err(_), Some(home)) => Ok(Some(home.enter())),
            _ => Ok(None),
        }
    }
}

const NO_RUNTIME: &str = "a pool has to wait for some time, and no tokio runtime is running here, nor was one where its timer was made: \
     call from inside of a runtime, or give the pool the timers of yours with Builder::timer; with acquire_timeout, \
     create_timeout and check_timeout set to None and no_create_backoff() it needs none";

impl Default for TokioTimer {
    fn default() -> Self {
        TokioTimer::new()
    }
}

impl Timer for TokioTimer {
    fn now(&self) -> Duration {
        self.clock.now()
    }

    #[inline]
    fn coarse_now(&self) -> Duration {
        self.clock.coarse_now()
    }

    fn sleep(&self, span: Duration) -> Task {
        let home = self.enter_home();
        // Where it cannot be entered, tokio says why.
        let is_lost = matches!(home, Ok(None)) && Handle::try_current().is_err();
        assert!(!is_lost, "{NO_RUNTIME}");
        Box::pin(tokio::time::sleep(span))
    }

    fn spawn(&self, task: Task) -> Result<(), Task> {
        match Handle::try_current().ok().as_ref().or(self.home.as_ref()) {
            Some(handle) => {
                handle.spawn(task);
                Ok(())
            }
            None => Err(task),
        }
    }
}

#[cfg(all(target_os = "linux", not(feature = "test-util")))]
mod clock {
    use cenote_core::Time;
    use rustix::time::{ClockId, clock_gettime};
    use std::time::Duration;

    /// Both readings are of one clock, so they can be compared.
    #[derive(Debug, Clone)]
    pub(crate) struct Clock;

    impl Clock {
        pub(crate) fn new() -> Clock {
            Clock
        }

        pub(crate) fn now(&self) -> Duration {
            read(ClockId::Monotonic)
        }

        #[inline]
        pub(crate) fn coarse_now(&self) -> Duration {
            read(ClockId::MonotonicCoarse)
        }

        #[inline]
        pub(crate) fn coarse_time(&self) -> Time {
            let time = clock_gettime(ClockId::MonotonicCoarse);
            Time(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
        }
    }

    #[inline]
    fn read(clock: ClockId) -> Duration {
        let time = clock_gettime(clock);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

#[cfg(any(not(target_os = "linux"), feature = "test-util"))]
mod clock {
    use std::time::Duration;
    use tokio::time::Instant;

    #[derive(Debug, Clone)]
    pub(crate) struct Clock {
        origin: Instant,
    }

    impl Clock {
        pub(crate) fn new() -> Clock {
            Clock { origin: Instant::now() }
        }

        pub(crate) fn now(&self) -> Duration {
            Instant::now().saturating_duration_since(self.origin)
        }

        pub(crate) fn coarse_now(&self) -> Duration {
            self.now()
        }

        pub(crate) fn coarse_time(&self) -> cenote_core::Time {
            crate::inner::time(self.now())
        }
    }
}

use clock::Clock;
