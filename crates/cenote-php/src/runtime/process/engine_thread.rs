//! The thread that runs PHP. Asked by replaced functions on any thread, and by signal handlers.

use libc::{c_int, pthread_t};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// As `pthread_self` names it; forks keep the name. 0: the module has not started.
static THREAD: AtomicUsize = AtomicUsize::new(0);

/// Module start-up.
pub(in crate::runtime) fn note() {
    // SAFETY: asks for the calling thread's name.
    THREAD.store(unsafe { libc::pthread_self() } as usize, Relaxed);
}

/// Whether the calling thread is that one. Only then may what it has be read.
#[inline]
pub(crate) fn is_current() -> bool {
    // SAFETY: asks for the calling thread's name, of which every thread has one.
    THREAD.load(Relaxed) == unsafe { libc::pthread_self() } as usize
}

/// Has that thread get the signal.
pub(crate) fn signal(number: c_int) {
    // SAFETY: a thread that lives as long as the process.
    unsafe { libc::pthread_kill(THREAD.load(Relaxed) as pthread_t, number) };
}
