//! One call on a helper thread.
//!
//! What the call works on, its result and the bell belong to both sides, and the side that lets go last frees them: a coroutine
//! that is cancelled, or is left behind by a fatal error, does not wait for the thread.

use super::helpers::Helpers;
use crate::{runtime::WaitMode, wait::replaced::polling};
use libc::c_int;
use std::{
    os::fd::{AsRawFd, FromRawFd, OwnedFd},
    sync::{Arc, Mutex, PoisonError},
};

/// Why there is no result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// No thread can be had, and nobody was let run: the caller has to make the call itself.
    NoThread,
    /// The wait has ended early, for this `errno`. The call may go on for a while, for nobody.
    Ended(c_int),
}

struct Job<R> {
    result: Mutex<Option<R>>,
    /// Rung by the thread.
    bell: OwnedFd,
}

impl<R: Send + 'static> Job<R> {
    fn start(helpers: &Helpers, call: impl FnOnce() -> R + Send + 'static) -> Option<Arc<Job<R>>> {
        // SAFETY: makes a new descriptor, which is then owned.
        let bell = unsafe {
            match libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) {
                -1 => return None,
                fd => OwnedFd::from_raw_fd(fd),
            }
        };
        let job = Arc::new(Job { result: Mutex::new(None), bell });
        let for_thread = job.clone();
        let task = move || {
            // Nobody waits any more.
            if Arc::strong_count(&for_thread) == 1 {
                return;
            }
            // Rung even if the call panics.
            let ring = Ring(&for_thread.bell);
            let result = call();
            *for_thread.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            drop(ring);
        };
        helpers.run(Box::new(task)).then_some(job)
    }

    fn take(&self) -> Result<R, Refused> {
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.ok_or(Refused::Ended(libc::ECANCELED))
    }
}

struct Ring<'a>(&'a OwnedFd);

impl Drop for Ring<'_> {
    fn drop(&mut self) {
        let one = 1_u64.to_ne_bytes();
        // SAFETY: eight bytes to an open descriptor.
        unsafe { libc::write(self.0.as_raw_fd(), one.as_ptr().cast(), one.len()) };
    }
}

/// Makes `call` on a thread while others run, once at least. Signals do not end it: what is called here is not interrupted by them on
/// stock PHP either.
pub(super) fn run<R: Send + 'static>(
    helpers: &Helpers,
    place: WaitMode,
    call: impl FnOnce() -> R + Send + 'static,
) -> Result<R, Refused> {
    if place == WaitMode::Leave {
        return Err(Refused::Ended(libc::ECANCELED));
    }
    let job = Job::start(helpers, call).ok_or(Refused::NoThread)?;
    let rung = || polling::until_ready(job.bell.as_raw_fd(), libc::POLLIN, None, place);
    while let Err(errno) = rung() {
        if errno != libc::EINTR {
            return Err(Refused::Ended(errno));
        }
    }
    job.take()
}

/// Makes `call` on a thread while others run, once at least, and waits for its end even if the coroutine is cancelled meanwhile,
/// or if others cannot run any more. `None`: no thread can be had, and nobody was let run.
pub(super) fn run_to_end<R: Send + 'static>(
    helpers: &Helpers,
    call: impl FnOnce() -> R + Send + 'static,
) -> Option<R> {
    let job = Job::start(helpers, call)?;
    let fd = job.bell.as_raw_fd();
    let has_rung = |timeout| {
        let mut one = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        // SAFETY: one descriptor.
        unsafe { libc::poll(&raw mut one, 1, timeout) > 0 }
    };
    // Where threads share one processor, the helper is often done before this line, and a loop of such calls would let nobody run.
    loop {
        if !polling::until_ready_unrefused(fd, libc::POLLIN) {
            while !has_rung(-1) {}
        }
        if has_rung(0) {
            return job.take().ok();
        }
    }
}
