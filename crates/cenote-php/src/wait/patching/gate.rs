//! Whether a call of a replaced function is ours to handle.
//!
//! Libraries call from their own threads too (curl's resolver), and most calls come when nothing was spawned; both must
//! cost next to nothing and do exactly what the original does.

use crate::runtime::{self, WaitMode, engine_thread, signal_handlers};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Between a start of the module and its end. The replaced functions stay where they are, as the module is never unloaded.
static IS_ON: AtomicBool = AtomicBool::new(false);

pub(in crate::wait) fn switch(on: bool) {
    IS_ON.store(on, Relaxed);
}

/// Whether the call comes from PHP's thread. Others must be asked nothing else: what the engine's thread has is not
/// theirs to read.
#[inline]
pub(in crate::wait) fn is_engine_thread() -> bool {
    IS_ON.load(Relaxed) && engine_thread::is_current()
}

/// How to wait. In a signal handler as on stock PHP, which handler of C it may be (SPEC 29.9).
#[inline]
pub(in crate::wait) fn place() -> WaitMode {
    if may_know_waits() { runtime::waiting_here() } else { WaitMode::Block }
}

/// Whether the caller may be told who waits for what. Neither another thread nor a signal handler of C may.
#[inline]
pub(in crate::wait) fn may_know_waits() -> bool {
    is_engine_thread() && runtime::has_spawned() && !signal_handlers::is_inside()
}

pub(in crate::wait) fn errno() -> libc::c_int {
    // SAFETY: the calling thread's own variable.
    unsafe { *libc::__errno_location() }
}

/// Sets `errno` and returns -1, as a failed call does.
pub(in crate::wait) fn fail(code: libc::c_int) -> libc::c_int {
    // SAFETY: the calling thread's own variable.
    unsafe { *libc::__errno_location() = code };
    -1
}
