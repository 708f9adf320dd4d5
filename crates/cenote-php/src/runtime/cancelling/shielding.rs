//! What a coroutine does without being cancelled, and how long it waits inside C libraries at most.

use crate::runtime::coroutines::scheduler::{running, with};
use cenote_core::Time;

/// Runs `body` with cancellation of the running coroutine held back.
pub(crate) fn shielded<T>(body: impl FnOnce() -> T) -> T {
    let me = running();
    me.shields.set(me.shields.get() + 1);
    let result = body();
    me.shields.set(me.shields.get() - 1);
    result
}

/// Runs `body`, in which no wait inside a C library goes on after `end`: it is up then, as by a limit of the library's own.
pub(crate) fn with_patience_until<T>(end: Option<Time>, body: impl FnOnce() -> T) -> T {
    let me = running();
    let outer = me.patience.replace(end);
    let result = body();
    me.patience.set(outer);
    result
}

/// Until when the running coroutine waits inside C libraries at most.
pub(crate) fn patience() -> Option<Time> {
    with(|scheduler| scheduler.current().patience.get())
}
