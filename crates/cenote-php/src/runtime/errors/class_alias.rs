//! `class_alias()` of `AsyncCancellation`: before PHP 8.3 it refuses classes of extensions, and programs written for the
//! reference name that class `Cancellation` (SPEC 45.1).

use super::exceptions;
use crate::zend::{Call, ClassRef, Value, entry, globals::SetAtStart, guard, sys};
use std::cell::Cell;

static ORIGINAL: SetAtStart<Cell<sys::zif_handler>> = SetAtStart::new(Cell::new(None));

/// After all extensions have started.
pub(in crate::runtime) fn wrap_function() {
    if sys::PHP_VERSION_ID >= 80300 {
        return;
    }
    if let Some(function) = ClassRef::find_function("class_alias") {
        // SAFETY: a function of the engine, whose entry lives as long as its table.
        unsafe { ORIGINAL.set((*function).internal_function.handler.replace(class_alias)) };
    }
}

unsafe extern "C" fn class_alias(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    let mut is_declared = false;
    entry::boundary(|| {
        // SAFETY: the handler that runs.
        is_declared = declare(&mut unsafe { Call::from_raw(frame, result) });
    });
    if let Some(original) = ORIGINAL.get().filter(|_| !is_declared) {
        // SAFETY: the engine's own handler with the engine's arguments; it may jump, with nothing of ours on the way.
        unsafe { original(frame, result) };
    }
}

/// `false`: it is for the engine to say what becomes of the call.
fn declare(call: &mut Call) -> bool {
    if call.count() < 2 {
        return false;
    }
    let (class, alias) = (call.value(0), call.value(1));
    let (Some(class), Some(alias)) = (class.as_bytes(), alias.as_bytes()) else { return false };
    let class = class.strip_prefix(b"\\").unwrap_or(class);
    if !class.eq_ignore_ascii_case(b"Async\\AsyncCancellation") {
        return false;
    }
    let (bytes, length) = (alias.as_ptr().cast(), alias.len());
    let ours = exceptions::cancellation().as_ptr();
    // SAFETY: a live class, and a name that is copied.
    let declared =
        guard(move || unsafe { sys::zend_register_class_alias_ex(bytes, length, ours, false) });
    let is_declared = declared.is_ok_and(|declared| declared == sys::SUCCESS);
    if is_declared {
        call.returns(Value::bool(true));
    }
    is_declared
}
