//! Exceptions that nobody receives (SPEC 45.7).

use super::{exit_detection, orphan};
use crate::{
    runtime::{
        cancelling::shutdown::{self, Uncaught},
        coroutines::coroutine::Coroutine,
        errors::exit_status,
        messages,
    },
    zend::{
        Callable, Message, Object, Tracer, Value, callable, exception,
        globals::{self, engine_local},
        guard, sys, value,
    },
};
use std::{cell::RefCell, ffi::CString, rc::Rc};

/// An ended coroutine whose error nobody has received yet.
struct Unobserved {
    coroutine: Rc<Coroutine>,
    /// What the handlers of its scopes have made of the error, if they have thrown: that is reported then.
    instead: Option<Object>,
}

engine_local! {
    /// They are here while their objects live.
    static UNOBSERVED: RefCell<Vec<Unobserved>> = RefCell::new(Vec::new());
}

/// The exception handler that is set in the running coroutine.
pub(in crate::runtime) fn current_handler() -> Option<Value> {
    // SAFETY: an initialised zval.
    let handler = unsafe { Value::copy_of(&raw const globals::executor().user_exception_handler) };
    (!handler.is_undef()).then_some(handler)
}

/// Notes a coroutine that has failed, so that its error is reported at the script's end at the latest.
pub(in crate::runtime) fn remember_unobserved(coroutine: &Rc<Coroutine>) {
    if coroutine.completion.has_unobserved_error() && !is_unobserved(coroutine) {
        remember(coroutine, None);
    }
}

/// Handlers of its scopes have thrown `error` in place of the coroutine's own. That one can still be awaited by the one who
/// holds the coroutine, so this is reported only when nobody does (SPEC 38.14).
pub(super) fn remember_instead(error: Object, coroutine: &Rc<Coroutine>) {
    remember(coroutine, Some(error));
}

fn remember(coroutine: &Rc<Coroutine>, instead: Option<Object>) {
    UNOBSERVED.borrow_mut().push(Unobserved { coroutine: coroutine.clone(), instead });
}

/// Whether it is on the list of those whose error nobody has received.
pub(in crate::runtime) fn is_unobserved(coroutine: &Rc<Coroutine>) -> bool {
    UNOBSERVED.borrow().iter().any(|known| Rc::ptr_eq(&known.coroutine, coroutine))
}

/// For the collector: the error that will be reported may hold the coroutine's object, as an argument in its trace.
pub(in crate::runtime) fn trace_instead(coroutine: &Rc<Coroutine>, tracer: &mut Tracer) {
    let unobserved = UNOBSERVED.borrow();
    let own = unobserved.iter().filter(|known| Rc::ptr_eq(&known.coroutine, coroutine));
    own.filter_map(|known| known.instead.as_ref()).for_each(|error| tracer.object(error));
}

/// Nobody can await `coroutine` any more.
pub(in crate::runtime) fn object_gone(coroutine: &Rc<Coroutine>) {
    let mut unobserved = UNOBSERVED.borrow_mut();
    let at = unobserved.iter().position(|known| Rc::ptr_eq(&known.coroutine, coroutine));
    let instead = at.and_then(|at| unobserved.remove(at).instead);
    drop(unobserved);
    if let Some(error) = coroutine.completion.take_unobserved_error() {
        unhandled(instead.unwrap_or(error), coroutine);
    }
}

/// At the script's end: everything that is left.
pub(in crate::runtime) fn report_all() {
    loop {
        let left = std::mem::take(&mut *UNOBSERVED.borrow_mut());
        if left.is_empty() {
            return;
        }
        for Unobserved { coroutine, instead } in left {
            if let Some(error) = coroutine.completion.take_unobserved_error() {
                unhandled(instead.unwrap_or(error), &coroutine);
            }
        }
    }
}

pub(in crate::runtime) fn forget_all() {
    let left = std::mem::take(&mut *UNOBSERVED.borrow_mut());
    drop(left);
}

/// Reports an error that nobody can receive, of something that belongs to `coroutine`.
pub(in crate::runtime) fn lost(error: Object, coroutine: &Rc<Coroutine>) {
    coroutine.handler.replace(current_handler());
    unhandled(error, coroutine);
}

/// Reports the pending exception of a callback of `coroutine`.
pub(in crate::runtime) fn uncaught_now(coroutine: &Rc<Coroutine>) {
    // An exit() in the exception handler comes as one more.
    while let Some(error) = exception::take() {
        if exception::is_exit(&error) {
            orphan::exit_requested();
            return;
        }
        coroutine.handler.replace(current_handler());
        unhandled(error, coroutine);
    }
}

/// A background coroutine's exception is a warning (SPEC 10.7).
pub(in crate::runtime) fn background_failure(error: &Object) {
    let error = error.clone().into_raw();
    // SAFETY: a live Throwable; the function gives up the reference that we passed.
    let _ = guard(move || unsafe {
        sys::zend_exception_error(error, (sys::E_WARNING) as std::ffi::c_int)
    });
}

/// A warning about what PHP code does, which no error handler takes for an error of the code that it interrupts.
pub(in crate::runtime) fn warn(message: &Message, place: Option<(&Value, u32)>) {
    let message = CString::new(message.as_str().replace('\0', "")).unwrap_or_default();
    let message = message.as_ptr();
    let (file, line) =
        place.map_or((std::ptr::null_mut(), 0), |(file, line)| (file.as_string_ptr(), line));
    goes_on(RUNS_ON, move || {
        // SAFETY: a live string (or none) and a format with one %s.
        unsafe { sys::zend_error_at(RUNS_ON, file, line, c"%s".as_ptr(), message) };
    });
}

/// An error of `coroutine` that nobody has handled (SPEC 45.7).
fn unhandled(error: Object, coroutine: &Rc<Coroutine>) {
    if shutdown::UNHANDLED.get().eq_ignore_ascii_case(b"report") || !shutdown::is_ahead() {
        return report(&error, coroutine);
    }
    shutdown::end_with(Uncaught { error, coroutine: Some(coroutine.clone()) });
    let aside = exception::InFlight::put_aside();
    let _ = shutdown::begin(None);
    aside.restore();
}

/// All are over: reports what the program has ended with.
pub(in crate::runtime) fn report_end() {
    if let Some(error) = shutdown::take_error() {
        uncaught(error);
    }
}

/// Reports an error at once: the others run on.
fn report(error: &Object, coroutine: &Rc<Coroutine>) {
    let handler = coroutine.handler.take();
    tell(error, handler, &|error| print(error, coroutine, RUNS_ON));
}

/// Reports what the program has ended with.
fn uncaught(uncaught: Uncaught) {
    match uncaught.coroutine {
        Some(coroutine) => {
            let handler = coroutine.handler.take();
            tell(&uncaught.error, handler, &|error| print(error, &coroutine, FATAL));
        }
        None => tell(&uncaught.error, current_handler(), &print_as_the_engine_does),
    }
    // An `exit()` of the handler has set the code. The shutdown functions run all the same.
    if exception::pending_object().is_some_and(|error| exception::is_exit(&error)) {
        drop(exception::take());
    }
}

/// Calls the exception handler, or prints.
fn tell(error: &Object, handler: Option<Value>, print: &dyn Fn(&Object)) {
    let aside = exception::InFlight::put_aside();
    globals::executor().exit_status = 255;
    let mut exit = None;
    match handler.map(Callable::resolve) {
        Some(Ok(handler)) => {
            let called = handler.call(&[Value::object(error.clone())]);
            if called.is_err() {
                match exception::take() {
                    Some(second) if exception::is_exit(&second) => exit = Some(second),
                    Some(second) => print(&second),
                    None => {}
                }
            }
        }
        _ => print(error),
    }
    aside.restore();
    match exit {
        Some(exit) => {
            let _ = exception::throw_object(exit);
        }
        None => exit_status::note_failure(),
    }
}

fn print_as_the_engine_does(error: &Object) {
    let error = error.clone().into_raw();
    goes_on(FATAL, move || {
        // SAFETY: a live Throwable whose reference the engine takes over.
        unsafe { sys::zend_exception_error(error, sys::E_ERROR as std::ffi::c_int) };
    });
}

/// As the engine reports an uncaught exception, and where the coroutine came from.
fn print(error: &Object, coroutine: &Rc<Coroutine>, level: std::ffi::c_int) {
    let Some(method) = error.class().method("__tostring") else { return };
    // SAFETY: a Throwable's own method on a Throwable.
    let text = unsafe { callable::call_function(method, error.as_ptr(), &mut []) };
    let Ok(text) = text else {
        drop(exception::take());
        return;
    };
    let text = text.as_bytes().map(String::from_utf8_lossy).unwrap_or_default().into_owned();
    let place = property(error, "file").zip(property(error, "line"));
    let message = messages::uncaught(&text, coroutine.id.number(), &coroutine.spawned_at.to_text());
    let message = CString::new(message.as_str().replace('\0', "")).unwrap_or_default();
    let message = message.as_ptr();
    let (file, line) = match &place {
        Some((file, line)) => (file.as_string_ptr(), line.as_int().unwrap_or(0) as u32),
        None => (std::ptr::null_mut(), 0),
    };
    goes_on(level, move || {
        // SAFETY: a live string (or none) and a format with one %s.
        unsafe { sys::zend_error_at(level, file, line, c"%s".as_ptr(), message) };
    });
}

/// Reports an error of the main flow after the main script's end.
pub(in crate::runtime) fn uncaught_in_main(error: Object) {
    globals::executor().exit_status = 255;
    let error = error.into_raw();
    goes_on(RUNS_ON, move || {
        // SAFETY: a live Throwable whose reference the engine takes over.
        unsafe { sys::zend_exception_error(error, RUNS_ON) };
    });
}

/// "Warning", as the process goes on; but no error handler of the script takes it for one of its own code's.
const RUNS_ON: std::ffi::c_int = sys::E_CORE_WARNING as std::ffi::c_int;
/// As an exception that leaves the main script.
const FATAL: std::ffi::c_int = (sys::E_ERROR | sys::E_DONT_BAIL) as std::ffi::c_int;

/// Reports by `body`, whether the script lets warnings be seen or not, and wherever the engine is.
fn goes_on(level: std::ffi::c_int, body: impl FnOnce() + Copy) {
    let mut eg = globals::executor();
    let (reporting, handling) = (eg.error_reporting, eg.error_handling);
    if reporting & sys::E_ERROR as std::ffi::c_int != 0 {
        eg.error_reporting |= level & sys::E_ALL as std::ffi::c_int;
    }
    eg.error_handling = sys::EH_NORMAL;
    let _ = guard(body);
    let mut eg = globals::executor();
    (eg.error_reporting, eg.error_handling) = (reporting, handling);
    exit_detection::disregard_last_error();
}

fn property(error: &Object, name: &str) -> Option<Value> {
    let base = if error.instance_of(crate::zend::ClassRef::error()) {
        crate::zend::ClassRef::error()
    } else {
        crate::zend::ClassRef::exception()
    };
    let (object, class, bytes, length) =
        (error.as_ptr(), base.as_ptr(), name.as_ptr().cast(), name.len());
    let mut scratch = Value::undef();
    let scratch_slot = scratch.as_mut_ptr();
    // SAFETY: a live Throwable; the result is either in the object or in `scratch`, both alive here.
    let found = guard(move || unsafe {
        sys::zend_read_property(class, object, bytes, length, true, scratch_slot)
    })
    .ok()?;
    // SAFETY: the engine has returned the property's place in the object, or `scratch`; both are alive, and nothing has run since.
    unsafe { Some(Value::copy_of(value::deref(found))) }
}
