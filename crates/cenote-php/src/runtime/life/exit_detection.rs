//! Did the main script end early?
//!
//! A shutdown function cannot tell from the engine's state whether the script before it ran to its end, called
//! `exit()`, or died of an uncaught exception; but coroutines are drained after the first and unwound after the others
//! (SPEC 30.5, 30.8). Where `exit` passes, [`exit`] tells. An uncaught exception leaves its message as the last error, or goes to the user's exception handler; for the latter
//! the throw hook looks whether any frame of the main flow could catch it.
//!
//! A plain cancellation that leaves the main script ends it silently, and the others run on (SPEC 45.5). The engine has no way
//! to say so: it is recognised where the engine prints it, by its text, and no exception handler of the script is in the way.

use crate::{
    runtime::{
        cancelling::shutdown, coroutines::scheduler, errors::exceptions, libraries::raised_early,
    },
    zend::{
        ClassRef, Object, Value, entry, exception, exit, frame,
        globals::{self, SetAtStart, engine_local},
        started::Hook,
        sys, value,
    },
};
use std::{
    cell::{Cell, RefCell},
    ffi::c_int,
};

type PrintError = unsafe extern "C" fn(c_int, *mut sys::zend_string, u32, *mut sys::zend_string);

struct Seen {
    exit: Cell<bool>,
    uncaught: Cell<bool>,
    /// The engine's last error text, if it is a report of ours about some coroutine.
    own_report: Cell<*const sys::zend_string>,
    /// The last plain cancellation that was thrown in the main flow: it may be gone by now.
    cancellation: Cell<Option<(*mut sys::zend_object, u32)>>,
    /// The script's exception handler, while such a cancellation looks for a `catch`.
    handler: RefCell<Option<Value>>,
    /// It has left the main script.
    left: RefCell<Option<Object>>,
}

engine_local! {
    static SEEN: Seen = Seen {
        exit: Cell::new(false),
        uncaught: Cell::new(false),
        own_report: Cell::new(std::ptr::null()),
        cancellation: Cell::new(None),
        handler: RefCell::new(None),
        left: RefCell::new(None),
    };
}
static THROW: SetAtStart<Hook<unsafe extern "C" fn(*mut sys::zend_object)>> =
    SetAtStart::new(Hook::new());
static PRINT: SetAtStart<Hook<PrintError>> = SetAtStart::new(Hook::new());

pub(in crate::runtime) fn register() {
    exit::watch(|| SEEN.exit.set(true));
    // SAFETY: module start-up: hooks are chained, never dropped.
    unsafe {
        THROW.install(&raw mut sys::zend_throw_exception_hook, on_throw);
        PRINT.install(&raw mut sys::zend_error_cb, on_error);
    }
}

pub(in crate::runtime) fn shut_down() {
    exit::unwatch();
    // SAFETY: module shutdown; the hooks are the engine's variables.
    unsafe {
        THROW.remove(&raw mut sys::zend_throw_exception_hook, on_throw);
        PRINT.remove(&raw mut sys::zend_error_cb, on_error);
    }
}

pub(in crate::runtime) fn begin_request() {
    SEEN.exit.set(false);
    SEEN.uncaught.set(false);
    SEEN.own_report.set(std::ptr::null());
    SEEN.cancellation.set(None);
}

pub(in crate::runtime) fn end_request() {
    drop((SEEN.handler.take(), SEEN.left.take()));
}

/// The main script is over: the cancellation that it ended with, if it did.
pub(in crate::runtime) fn take_cancellation_of_main() -> Option<Object> {
    put_handler_back();
    SEEN.left.take()
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
        put_handler_back();
        let handler_set = {
            let handler = &globals::executor().user_exception_handler;
            // SAFETY: the type word is always initialised.
            unsafe { handler.u1.type_info != sys::IS_UNDEF }
        };
        // SAFETY: the engine's new exception.
        let class = unsafe { ClassRef::from_raw((*thrown).ce) };
        if is_plain_cancellation(class) {
            // SAFETY: the engine passes a live object, and looks at it again only after this hook.
            SEEN.cancellation.set(Some((thrown, unsafe { (*thrown).handle })));
            SEEN.uncaught.set(false);
            if handler_set && !is_caught(class) {
                put_handler_aside();
            }
        } else {
            SEEN.uncaught.set(handler_set && !may_be_caught());
        }
    }
    if let Some(next) = THROW.next() {
        // SAFETY: the hook that was there before us.
        unsafe { next(thrown) };
    }
    raised_early::on_throw();
}

fn is_plain_cancellation(class: ClassRef) -> bool {
    class.is_a(exceptions::cancellation()) && !class.is_a(exceptions::operation_canceled())
}

// ------------------------------------------------------------------ a cancellation that leaves the main script

fn put_handler_aside() {
    let slot = &raw mut globals::executor().user_exception_handler;
    // SAFETY: the engine's slot, which keeps an undefined value.
    SEEN.handler.replace(Some(unsafe { Value::take_from(slot) }));
}

fn put_handler_back() {
    let Some(handler) = SEEN.handler.take() else { return };
    let slot = &raw mut globals::executor().user_exception_handler;
    // SAFETY: the engine's slot. Code that ran meanwhile may have set another one, which stays.
    unsafe {
        if (*slot).u1.type_info == sys::IS_UNDEF {
            handler.write_to(slot);
        }
    }
}

/// The engine's way to print errors.
unsafe extern "C" fn on_error(
    kind: c_int,
    file: *mut sys::zend_string,
    line: u32,
    message: *mut sys::zend_string,
) {
    const UNCAUGHT: c_int = (sys::E_ERROR | sys::E_DONT_BAIL) as c_int;
    let mut is_ours = false;
    if kind == UNCAUGHT && SEEN.cancellation.get().is_some() {
        // SAFETY: the engine's text.
        let text = unsafe { value::string_bytes(message) };
        entry::contain(|| is_ours = main_was_cancelled(text));
    }
    if let Some(next) = PRINT.next().filter(|_| !is_ours) {
        // SAFETY: the function that was there before ours.
        unsafe { next(kind, file, line, message) };
    }
}

/// Whether this is the report of the cancellation that was thrown last. The engine keeps in an exception the text that it has
/// made of it for the report.
fn main_was_cancelled(report: &[u8]) -> bool {
    let Some((object, number)) = SEEN.cancellation.get() else { return false };
    let store = &globals::executor().objects_store;
    // SAFETY: entries below `top` are objects, or free places, which are no addresses of objects.
    let lives =
        number < store.top && unsafe { *store.object_buckets.add(number as usize) } == object;
    if !lives {
        return false;
    }
    // SAFETY: a live object.
    let cancellation = unsafe { Object::from_borrowed(object) };
    let text = is_plain_cancellation(cancellation.class())
        .then(|| exception::property(&cancellation, ClassRef::error(), "string").ok())
        .flatten();
    let is_this = text.as_ref().and_then(Value::as_bytes).is_some_and(|text| {
        report == [b"Uncaught ".as_slice(), text, b"\n  thrown"].concat().as_slice()
    });
    if is_this {
        if !shutdown::has_begun() {
            globals::executor().exit_status = 255;
        }
        SEEN.left.replace(Some(cancellation));
    }
    is_this
}

/// Whether a `catch` of the running flow takes exceptions of `class`; or a function of ours may, which has called the code.
fn is_caught(class: ClassRef) -> bool {
    let top = globals::executor().current_execute_data;
    let mut at = top;
    // SAFETY: frames of the running flow are live and end with null.
    unsafe {
        while !at.is_null() {
            let is_ours = at != top && frame::is_of_extension(at, c"cenote");
            if is_ours || frame::catches(at, class) {
                return true;
            }
            at = (*at).prev_execute_data;
        }
    }
    false
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
