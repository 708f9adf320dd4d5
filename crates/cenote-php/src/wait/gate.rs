//! Whether a call of a replaced function is ours to handle.
//!
//! Libraries call from their own threads too (curl's resolver), and most calls come when nothing was spawned; both must
//! cost next to nothing and do exactly what the original does.

use crate::{
    runtime::{self, Foreign},
    zend::globals::EngineLocal,
};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The thread that runs PHP, as `pthread_self` names it; forks keep the name. 0: the wait layer is off.
static ENGINE_THREAD: EngineLocal<AtomicUsize> = EngineLocal::new(AtomicUsize::new(0));

pub(super) fn note_engine_thread() {
    // SAFETY: asks for the calling thread's name.
    ENGINE_THREAD.store(unsafe { libc::pthread_self() } as usize, Relaxed);
}

/// From now on every call is the original: the replaced functions stay where they are, as the module is never unloaded.
pub(super) fn forget_engine_thread() {
    ENGINE_THREAD.store(0, Relaxed);
}

pub(super) fn is_engine_thread() -> bool {
    // SAFETY: as above.
    ENGINE_THREAD.load(Relaxed) == unsafe { libc::pthread_self() } as usize
}

/// Has the thread that runs PHP get the signal. May be called from signal handlers.
pub(super) fn signal_engine_thread(number: libc::c_int) {
    // SAFETY: a thread that lives as long as the process.
    unsafe { libc::pthread_kill(ENGINE_THREAD.load(Relaxed) as libc::pthread_t, number) };
}

/// How to wait.
#[inline]
pub(super) fn place() -> Foreign {
    if runtime::has_spawned() && is_engine_thread() {
        runtime::waiting_here()
    } else {
        Foreign::Block
    }
}

pub(super) fn errno() -> libc::c_int {
    // SAFETY: the calling thread's own variable.
    unsafe { *libc::__errno_location() }
}

/// Sets `errno` and returns -1, as a failed call does.
pub(super) fn fail(code: libc::c_int) -> libc::c_int {
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = code };
    -1
}
