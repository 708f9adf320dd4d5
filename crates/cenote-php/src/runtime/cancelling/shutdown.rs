//! The program ends before its time: `graceful_shutdown()`, errors that nobody handled, deadlocks (SPEC 44.9, 45.6, 45.7).
//!
//! Everybody is cancelled. What it ends for, if for an error, is reported once all are over.

use super::requests;
use crate::{
    runtime::{
        coroutines::{
            coroutine::{Coroutine, Importance, Request, State},
            fiber_flows, scheduler, spawning,
        },
        errors::exceptions,
        messages,
    },
    zend::{Object, Outcome, exception, globals::engine_local, ini::TextSetting},
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

pub(crate) static UNHANDLED: TextSetting = TextSetting::new(
    c"cenote.unhandled",
    c"shutdown",
    c"shutdown: an error of a coroutine that nobody handles ends the program; report: it is reported, and the others run on",
);

pub(crate) static DEBUG_DEADLOCK: TextSetting = TextSetting::new(
    c"async.debug_deadlock",
    c"1",
    c"1: the text of a deadlock lists who waits where, and for what",
);

struct Ending {
    /// Everybody was cancelled.
    begun: Cell<bool>,
    /// The main script has ended.
    main_is_over: Cell<bool>,
    /// Its end is being waited for.
    is_waited_for: Cell<bool>,
    /// What is to be reported once all are over.
    error: RefCell<Option<Uncaught>>,
}

/// An error that the program ends with.
pub(in crate::runtime) struct Uncaught {
    pub(in crate::runtime) error: Object,
    /// Whose it is; `None`: everybody's.
    pub(in crate::runtime) coroutine: Option<Rc<Coroutine>>,
}

engine_local! {
    static ENDING: Ending = Ending {
        begun: Cell::new(false),
        main_is_over: Cell::new(false),
        is_waited_for: Cell::new(false),
        error: RefCell::new(None),
    };
}

/// A request begins or ends.
pub(in crate::runtime) fn forget() {
    ENDING.begun.set(false);
    ENDING.main_is_over.set(false);
    ENDING.is_waited_for.set(false);
    let left = ENDING.error.take();
    drop(left);
}

/// This process was forked: what has failed so far is its parent's.
pub(in crate::runtime) fn leave_to_parent() {
    ENDING.begun.set(false);
    std::mem::forget(ENDING.error.take());
}

/// Whether everybody was cancelled.
pub(in crate::runtime) fn has_begun() -> bool {
    ENDING.begun.get()
}

/// Cancels everybody, the running coroutine at its next wait (SPEC 44.9). The second time nothing happens.
pub(in crate::runtime) fn begin(cancellation: Option<Object>) -> Outcome {
    if ENDING.begun.replace(true) {
        return Ok(());
    }
    let main_is_over = ENDING.main_is_over.get();
    let (main, mut all) =
        scheduler::with(|scheduler| (scheduler.main().clone(), scheduler.alive()));
    all.retain(|known| !(main_is_over && Rc::ptr_eq(known, &main)));
    all.extend(fiber_flows::suspended());
    all.sort_by_key(|known| known.id);
    for coroutine in all.iter().filter(|known| known.importance == Importance::User) {
        cancel(coroutine, cancellation.as_ref())?;
    }
    Ok(())
}

fn cancel(coroutine: &Rc<Coroutine>, cancellation: Option<&Object>) -> Outcome {
    let is_callback = coroutine.is_finally.get() && coroutine.state.get() == State::New;
    let is_leaving =
        coroutine.request.with(|request| matches!(request, Some(Request::Unwind | Request::Exit)));
    if is_callback || is_leaving || coroutine.completion.is_fixed() {
        return Ok(());
    }
    let error = match cancellation {
        Some(given) => given.clone(),
        // One for each: what is thrown beside it is chained to it.
        None => exception::create(exceptions::cancellation(), &messages::GRACEFUL_SHUTDOWN)?,
    };
    // A shield of our own protects the end of a coroutine, in which its connections go back.
    let is_ending = coroutine.shields.get() > coroutine.protects.get();
    let request = if is_ending { Request::Throw(error) } else { Request::Force(error) };
    requests::request(coroutine, request);
    Ok(())
}

/// The program ends with this error, once all are over. An earlier one stands behind it.
pub(in crate::runtime) fn end_with(uncaught: Uncaught) {
    let earlier = ENDING.error.take();
    if let Some(earlier) = earlier.filter(|earlier| earlier.error != uncaught.error) {
        exception::chain(&uncaught.error, earlier.error);
    }
    ENDING.error.replace(Some(uncaught));
}

/// What is to be reported now that all are over.
pub(in crate::runtime) fn take_error() -> Option<Uncaught> {
    ENDING.error.take()
}

/// Whether the script's end is still to come, or is being waited for.
pub(in crate::runtime) fn is_ahead() -> bool {
    spawning::drain_is_due_already() || ENDING.is_waited_for.get()
}

/// Whether the script's end is waited for now. From the first time on the main script is over.
pub(in crate::runtime) fn wait_for_end(waits: bool) {
    ENDING.is_waited_for.set(waits);
    ENDING.main_is_over.set(true);
}
