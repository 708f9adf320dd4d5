//! The timer of one pool.
//!
//! Each acquire and each release reads its cheap clock. So tokio's timer, which nearly every pool has, is called directly
//! there; for everything else one timer is as good as another.

use std::ops::Deref;
use std::task::{Context, Poll};

use cenote_core::Time;

use super::timer::Timer;
#[cfg(feature = "tokio")]
use super::tokio_timer::TokioTimer;
use crate::inner::time;

pub(crate) enum AnyTimer {
    #[cfg(feature = "tokio")]
    Tokio(TokioTimer),
    Other(Box<dyn Timer>),
}

impl AnyTimer {
    /// Of a timer that a user has given.
    pub(crate) fn of(timer: impl Timer) -> AnyTimer {
        #[cfg(feature = "tokio")]
        if let Some(tokio) = (&timer as &dyn std::any::Any).downcast_ref::<TokioTimer>() {
            return AnyTimer::Tokio(tokio.clone());
        }
        AnyTimer::Other(Box::new(timer))
    }

    /// The usual one, if this build has it.
    pub(crate) fn usual() -> Option<AnyTimer> {
        #[cfg(feature = "tokio")]
        return Some(AnyTimer::Tokio(TokioTimer::new()));
        #[cfg(not(feature = "tokio"))]
        None
    }

    /// Outside of any runtime: as if inside of the one in which the pool was built, until what this gives is dropped. An error:
    /// on this thread that is not possible any more.
    #[cfg(feature = "tokio")]
    pub(crate) fn enter(
        &self,
    ) -> Result<Option<tokio::runtime::EnterGuard<'_>>, tokio::runtime::TryCurrentError> {
        match self {
            AnyTimer::Tokio(timer) => timer.enter_home(),
            AnyTimer::Other(_) => Ok(None),
        }
    }

    #[cfg(not(feature = "tokio"))]
    pub(crate) fn enter(&self) -> Result<(), std::convert::Infallible> {
        Ok(())
    }

    /// The cheap time, which may lag, of a caller that takes part in tokio's cooperative scheduling: pending, with the task woken, if
    /// it has had its turn. Elsewhere, and outside of tasks, always ready.
    #[inline(always)]
    pub(crate) fn poll_turn(&self, context: &mut Context<'_>) -> Poll<Time> {
        match self {
            #[cfg(feature = "tokio")]
            AnyTimer::Tokio(timer) => tokio::task::coop::poll_proceed(context).map(|turn| {
                turn.made_progress();
                timer.coarse_time()
            }),
            AnyTimer::Other(timer) => {
                let _ = context;
                Poll::Ready(time(timer.coarse_now()))
            }
        }
    }

    /// The cheap time, which may lag.
    #[inline]
    pub(crate) fn coarse_now(&self) -> Time {
        match self {
            #[cfg(feature = "tokio")]
            AnyTimer::Tokio(timer) => timer.coarse_time(),
            AnyTimer::Other(timer) => time(timer.coarse_now()),
        }
    }
}

impl Deref for AnyTimer {
    type Target = dyn Timer;

    fn deref(&self) -> &dyn Timer {
        match self {
            #[cfg(feature = "tokio")]
            AnyTimer::Tokio(timer) => timer,
            AnyTimer::Other(timer) => &**timer,
        }
    }
}
