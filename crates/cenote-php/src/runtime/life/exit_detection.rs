//! Did the main script end early?
//!
//! A shutdown function cannot tell from the engine's state whether the script before it ran to its end, called
//! `exit()`, or died of an uncaught exception; but coroutines are drained after the first and unwound after the others
//! (SPEC 30.5, 30.8). Where `exit` passes, [`exit`] tells. An uncaught exception leaves its message as the last error, or goes to the user's exception handler; for the latter
//! the throw hook looks whether any frame of the main flow could catch it.

use crate::{
    runtime::{coroutines::scheduler, libraries::raised_early},
    zend::{
        exception, exit,
        globals::{self, EngineLocal},
        started::Hook,
        sys, value,
    },
};
use std::cell::Cell;

struct Seen {
    exit: Cell<bool>,
    uncaught: Cell<bool>,
    /// The engine's last error text, if it is a report of ours about some coroutine.
    own_report: Cell<*const sys::zend_string>,
    throw: Hook<unsafe extern "C" fn(*mut sys::zend_object)>,
}

static SEEN: EngineLocal<Seen> = EngineLocal::new(Seen {
    exit: Cell::new(false),
    uncaught: Cell::new(false),
    own_report: Cell::new(std::ptr::null()),
    throw: Hook::new(),
});

pub(in crate::runtime) fn register() {
    exit::watch(|| SEEN.exit.set(true));
    // SAFETY: module start-up: hooks are chained, never dropped.
    unsafe { SEEN.throw.install(&raw mut sys::zend_throw_exception_hook, on_throw) };
}

pub(in crate::runtime) fn shut_down() {
    exit::unwatch();
    // SAFETY: module shutdown; the hook is the engine's variable.
    unsafe { SEEN.throw.remove(&raw mut sys::zend_throw_exception_hook, on_throw) };
}

pub(in crate::runtime) fn begin_request() {
    SEEN.exit.set(false);
    SEEN.uncaught.set(false);
    SEEN.own_report.set(std::ptr::null());
}

/// Whether the main script left by `exit()` or an exception.
pub(in crate::runtime) fn main_ended_early() -> bool {
    SEEN.exit.get() || SEEN.uncaught.get() || {
        let core = globals::core();
        core.last_error_type as u32 == sys::E_ERROR
            && core.last_error_message.cast_const() != SEEN.own_report.get()
    }
}

/// Whether `exit()` was called anywhere.
pub(in crate::runtime) fn exit_called() -> bool {
    SEEN.exit.get()
}

/// Whether the main script died of a fatal error that the engine did not jump out of but unwound from, as newer versions
/// do when memory runs out. An uncaught exception is not meant.
pub(in crate::runtime) fn main_died() -> bool {
    let core = globals::core();
    let message = core.last_error_message;
    if SEEN.exit.get()
        || core.last_error_type as u32 != sys::E_ERROR
        || message.is_null()
        || message.cast_const() == SEEN.own_report.get()
    {
        return false;
    }
    // SAFETY: the engine's copy of the text, alive until the next error.
    !unsafe { value::string_bytes(message) }.starts_with(b"Uncaught ")
}

/// A report about a coroutine has just been printed: it says nothing about the main script.
pub(in crate::runtime) fn disregard_last_error() {
    SEEN.own_report.set(globals::core().last_error_message);
}

unsafe extern "C" fn on_throw(thrown: *mut sys::zend_object) {
    if !thrown.is_null() && !exception::is_making() && scheduler::is_main_running() {
        let handler_set = {
            let handler = &globals::executor().user_exception_handler;
            // SAFETY: the type word is always initialised.
            unsafe { handler.u1.type_info != sys::IS_UNDEF }
        };
        SEEN.uncaught.set(handler_set && !may_be_caught());
    }
    if let Some(next) = SEEN.throw.next() {
        // SAFETY: the hook that was there before us.
        unsafe { next(thrown) };
    }
    raised_early::on_throw();
}

/// Whether a frame of the running flow is inside a `try` at this moment.
fn may_be_caught() -> bool {
    let mut frame = globals::executor().current_execute_data;
    // SAFETY: frames of the running flow are live and end with null; a user function has an opline within its code.
    unsafe {
        while !frame.is_null() {
            let func = (*frame).func;
            if !func.is_null() && u32::from((*func).type_) == sys::ZEND_USER_FUNCTION {
                let code = &(*func).op_array;
                let at = (*frame).opline.offset_from(code.opcodes) as u32;
                let tries = std::slice::from_raw_parts(
                    if code.last_try_catch > 0 {
                        code.try_catch_array
                    } else {
                        std::ptr::NonNull::dangling().as_ptr()
                    },
                    code.last_try_catch as usize,
                );
                if tries.iter().any(|t| t.try_op <= at && at < t.catch_op.max(t.finally_op)) {
                    return true;
                }
            }
            frame = (*frame).prev_execute_data;
        }
    }
    false
}
