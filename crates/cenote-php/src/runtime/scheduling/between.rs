//! What the scheduler does on its own behalf, while nobody runs: timers, signals that Futures wait for, the end of a deadlock.
//!
//! A value that it gives up there may be the last of its kind, and its destructor code of the program: that would run in the
//! middle of a choice, as the coroutine that ran last, and throw into the one that runs next. It gets a coroutine of its own (SPEC 30.11).

use crate::{
    runtime::coroutines::{coroutine::Importance, spawning},
    zend::{Value, put_off_ends},
};
/// Runs `action`, which calls no PHP code.
#[inline]
pub(super) fn between_runs(action: impl FnOnce()) {
    let left = put_off_ends(action);
    if !left.is_empty() {
        end_apart(left);
    }
}

/// One coroutine for all: an exception of one destructor has those of earlier ones behind it.
#[cold]
fn end_apart(left: Vec<Value>) {
    let body = move || {
        drop(left);
        Ok(())
    };
    spawning::spawn_native(Importance::Service, Box::new(body));
}
