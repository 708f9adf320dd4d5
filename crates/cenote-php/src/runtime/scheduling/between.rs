//! What the scheduler does on its own behalf, while nobody runs: timers, signals that Futures wait for, the end of a deadlock.
//!
//! A value that it gives up there may be the last of its kind, and its destructor code of the program: that would run in the
//! middle of a choice, as the coroutine that ran last, and throw into the one that runs next. It gets a coroutine of its own (SPEC 30.11).

use crate::{
    runtime::coroutines::{
        coroutine::{Importance, State},
        scheduler::with,
        spawning,
    },
    zend::{Value, put_off_ends},
};
use std::rc::Rc;

/// Runs `action`, which calls no PHP code.
#[inline]
pub(super) fn between_runs(action: impl FnOnce()) {
    let left = put_off_ends(|| {
        action();
        let_go_of_ended();
    });
    if !left.is_empty() {
        end_apart(left);
    }
}

/// Who could still ask the coroutine that ran last for its result may be gone by now. Then what it holds goes here, and not in the
/// switch to the next one.
fn let_go_of_ended() {
    const HERE_AND_AS_THE_RUNNING_ONE: usize = 2;
    let last = with(|scheduler| scheduler.running.clone());
    if last.state.get() == State::Done && Rc::strong_count(&last) == HERE_AND_AS_THE_RUNNING_ONE {
        last.let_go();
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
