//! Waiting for file descriptors.

use crate::runtime::{
    coroutines::{
        coroutine::{Signal, Woken},
        interrupted::Interrupted,
        scheduler,
    },
    polling::{asking, moment, reactor},
    process::{attention, clock},
    scheduling::{
        parking::{self, Alone, Rested},
        signals, sleep,
    },
};
use cenote_core::Time;
use libc::pollfd;
use std::time::Duration;

/// What a wait for descriptors has come to.
pub(crate) enum Waited {
    /// How many are ready, and their `revents` are set; 0 at the deadline.
    Ready(usize),
    /// Only in the main flow.
    Signal(Signal),
}

/// Whether only the running coroutine has anything to do now: a look at its descriptors keeps nobody from running.
#[inline]
pub(crate) fn nobody_else_can_run() -> bool {
    attention::wanted() == 0
        && match parking::alone() {
            Alone::No => false,
            Alone::Until(timer) => timer > clock::precise_now(),
            Alone::ForEver => true,
        }
}

/// Parks the running coroutine until one of `fds` is ready or `deadline`.
///
/// `exclusive`: as in [`reactor::conflicting`].
pub(crate) fn wait(
    fds: &mut [pollfd],
    deadline: Option<Time>,
    exclusive: bool,
) -> Result<Waited, Interrupted> {
    wait_by(fds, deadline, exclusive, asking::ppoll)
}

/// [`wait`] that asks by `ask` while there is nobody else to run.
pub(crate) fn wait_by(
    fds: &mut [pollfd],
    deadline: Option<Time>,
    exclusive: bool,
    ask: impl FnOnce(&mut [pollfd], Option<Duration>, Option<&libc::sigset_t>) -> usize,
) -> Result<Waited, Interrupted> {
    signals::forget();
    moment::count_wait();
    let ready = sleep::alone(fds, deadline, parking::alone(), ask);
    if ready > 0 {
        return Ok(Waited::Ready(ready));
    }
    let coroutine = scheduler::current();
    for fd in fds.iter_mut() {
        fd.revents = 0;
    }
    let (first, count) = (fds.as_mut_ptr(), fds.len());
    // Numbers that were closed may mean something new by now, and what begins to wait here waits for that.
    reactor::settle_closed();
    // SAFETY: the caller's array, borrowed until this returns; each way out leaves the wait first.
    let key = unsafe { reactor::enter(coroutine, first, count, exclusive) };
    loop {
        let rested = parking::park_in_library(deadline);
        let ready = reactor::ready(key);
        match rested {
            Ok(Rested::Woken(Woken::Called)) if ready == 0 => {} // somebody woke us for another reason
            Ok(Rested::Signal(signal)) if ready == 0 => {
                reactor::leave(key);
                return Ok(Waited::Signal(signal));
            }
            Ok(_) => {
                reactor::leave(key);
                return Ok(Waited::Ready(ready));
            }
            Err(interrupted) => {
                reactor::leave(key);
                return Err(interrupted);
            }
        }
    }
}
