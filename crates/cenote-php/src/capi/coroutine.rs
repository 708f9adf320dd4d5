//! What an extension needs of coroutines in order to bind a resource to one.

use super::messages;
use crate::{
    runtime,
    zend::{exception, guard},
};
use std::ffi::c_void;

/// ZEND_ASYNC_COROUTINE_ID.
pub(super) fn id() -> u64 {
    runtime::current_flow().number()
}

/// ZEND_ASYNC_AT_COROUTINE_END. There is nobody to receive an exception of the hook, so it becomes a warning.
///
/// # Safety
/// `data` is what the hook takes, until it has run.
pub(super) unsafe fn at_end(hook: unsafe extern "C" fn(*mut c_void), data: *mut c_void) -> bool {
    let run = move || {
        let in_flight = exception::InFlight::put_aside();
        // SAFETY: the header's contract: `data` is good until the hook has run.
        let _ = guard(move || unsafe { hook(data) });
        if let Some(error) = exception::take() {
            if !exception::is_exit(&error) {
                let (class, message) = (error.class().name(), exception::message(&error));
                let _ = exception::warning(&messages::end_hook_threw(&class, &message));
            }
        }
        in_flight.restore();
    };
    runtime::on_end(runtime::current_flow(), Box::new(run)).is_some()
}
