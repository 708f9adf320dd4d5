//! Whether the engine's thread is in a signal handler of C code (SPEC 29.9).
//!
//! A handler can come between any two instructions: while the scheduler's own data is changed, inside the allocator, in the
//! middle of a library. So nothing may park in it, and nothing of ours may be touched but atomics. The wait layer has every
//! handler called through [`enter`] and [`leave`].

use crate::zend::globals::engine_local;
use libc::c_int;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

engine_local! {
    /// The signal whose handler runs, the innermost one; negative if that signal is let in meanwhile (`SA_NODEFER`); or 0.
    static RUNNING: AtomicI32 = AtomicI32::new(0);
}

/// The handler that was running before.
pub(crate) struct Outer(c_int);

/// The handler of a signal is about to be called, on the engine's thread.
pub(crate) fn enter(number: c_int, is_let_in: bool) -> Outer {
    Outer(RUNNING.swap(if is_let_in { -number } else { number }, Relaxed))
}

/// It has returned.
pub(crate) fn leave(outer: Outer) {
    RUNNING.store(outer.0, Relaxed);
}

/// Whether a handler runs on the engine's thread, which is the caller's.
#[inline]
pub(crate) fn is_inside() -> bool {
    let number = RUNNING.load(Relaxed);
    number != 0 && !was_jumped_out_of(number)
}

/// A handler that was left by `siglongjmp` never returns to [`leave`]. The system blocks a signal while its handler runs.
#[cold]
fn was_jumped_out_of(number: c_int) -> bool {
    if number < 0 {
        return false;
    }
    // SAFETY: all zero is a valid set, into which the system writes the thread's own.
    let is_blocked = unsafe {
        let mut blocked: libc::sigset_t = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut blocked);
        libc::sigismember(&raw const blocked, number) == 1
    };
    if !is_blocked {
        RUNNING.store(0, Relaxed);
    }
    !is_blocked
}

/// A request never begins in a handler.
pub(in crate::runtime) fn begin_request() {
    RUNNING.store(0, Relaxed);
}
