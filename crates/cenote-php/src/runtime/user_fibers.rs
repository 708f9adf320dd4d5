//! `Fiber::suspend()` inside an output callback is refused once there are coroutines (SPEC 30.10, 30.11).
//!
//! A Fiber may be resumed by another coroutine than the one that started it, and continues there. An output callback
//! cannot: the engine is in the middle of an operation on the starter's stack of buffers, and would go on with it on
//! the other's. A wait of ours in a Fiber is no such thing: it parks the whole coroutine, buffers included.

use super::{messages, output, scheduler};
use crate::zend::{ClassRef, entry, exception, globals::EngineLocal, sys};
use std::cell::Cell;

static ORIGINAL: EngineLocal<Cell<sys::zif_handler>> = EngineLocal::new(Cell::new(None));

/// Module start-up.
pub(super) fn register() {
    let method = ClassRef::find_internal("fiber").and_then(|class| class.method("suspend"));
    let Some(function) = method else { return };
    // SAFETY: an internal method, which lives as long as the process.
    unsafe {
        ORIGINAL.set((*function).internal_function.handler);
        (*function).internal_function.handler = Some(suspend);
    }
}

unsafe extern "C" fn suspend(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    if output::in_callback() && scheduler::has_spawned() {
        return entry::boundary(refuse);
    }
    let Some(original) = ORIGINAL.get() else { return };
    // SAFETY: the engine's own handler with the engine's arguments; it may jump, with nothing of ours on the way.
    unsafe { original(frame, result) }
}

fn refuse() {
    if let Some(class) = ClassRef::find_internal("fibererror") {
        let _ = exception::throw(class, &messages::SUSPEND_IN_OUTPUT_CALLBACK);
    }
}
