//! Errors of ours that end the request or the process.

use crate::zend::{Message, guard, messages, sys};
use std::ffi::CString;

/// For a panic.
#[cold]
pub(super) fn of_panic(panic: &Box<dyn std::any::Any + Send>) {
    let cause = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown cause".to_owned());
    fatal(&messages::internal_error(&cause));
}

/// Raises a fatal error. It is on its way when this returns; the entry point resumes it.
#[cold]
pub(crate) fn fatal(message: &Message) {
    let text = CString::new(message.as_str().replace('\0', "")).unwrap_or_default();
    let text = text.as_ptr();
    // SAFETY: a C string that outlives the call; the jump that follows is caught here and resumed by `boundary`.
    let _ = guard(move || unsafe { sys::cenote_fatal(text) });
}

/// Refuses to start, the module or the request: the process or the request ends after the message.
#[cold]
pub(crate) fn start_up_error(message: &Message) {
    let text = CString::new(message.as_str().replace('\0', "")).unwrap_or_default();
    let text = text.as_ptr();
    // SAFETY: a C string that outlives the call; while modules start, the engine ends the process instead of jumping.
    let _ = guard(move || unsafe { sys::zend_error(sys::E_CORE_ERROR as _, c"%s".as_ptr(), text) });
}
