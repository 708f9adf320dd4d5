//! The engine's interrupt: a flag that it looks at between two opcodes.

use crate::zend::globals;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Has the engine ask its interrupt handlers before one of the next opcodes.
pub(in crate::runtime) fn request() {
    flag().store(true, Relaxed);
}

/// What the engine looks at before it goes on, and signal handlers and other threads may set.
pub(in crate::runtime) fn flag() -> &'static AtomicBool {
    // SAFETY: the engine reads and writes this byte atomically, and it is there as long as the thread runs PHP: other threads that have
    // it let go of it at the thread's end.
    unsafe { AtomicBool::from_ptr((&raw mut globals::executor().vm_interrupt).cast()) }
}
