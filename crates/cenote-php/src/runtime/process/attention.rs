//! What the scheduler is to look at when it chooses who runs next: one byte for all, read at every choice.

use crate::zend::globals::engine_local;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A signal has come.
pub(in crate::runtime) const SIGNAL: u8 = 1;
/// One of them was not to restart the kernel's calls.
pub(in crate::runtime) const INTERRUPTING_SIGNAL: u8 = 2;
/// Somebody measures how long coroutines run.
pub(in crate::runtime) const RUNS: u8 = 4;

/// A descriptor was closed that somebody waits on.
pub(in crate::runtime) const CLOSED: u8 = 8;
/// A signal handler has forked, and this is the child.
pub(in crate::runtime) const FORKED: u8 = 16;
/// Handlers of `pcntl_signal()` are to run first.
pub(in crate::runtime) const PCNTL_HANDLERS: u8 = 32;

/// A signal has come that a Future waits for.
pub(in crate::runtime) const LISTENED: u8 = 64;
/// Every run is measured, by the clock (`measure_slices()`).
pub(in crate::runtime) const SLICES: u8 = 128;

engine_local! {
    static WANTED: AtomicU8 = AtomicU8::new(0);
}

/// May be called by signal handlers.
pub(in crate::runtime) fn ask(bits: u8) {
    WANTED.fetch_or(bits, Relaxed);
}

#[inline]
pub(in crate::runtime) fn wanted() -> u8 {
    WANTED.load(Relaxed)
}

/// Takes the question back, and says what it was.
pub(in crate::runtime) fn clear(bits: u8) -> u8 {
    WANTED.fetch_and(!bits, Relaxed) & bits
}
