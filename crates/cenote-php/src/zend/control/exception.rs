//! Pending exceptions: raising, taking, putting aside.

use super::{bailout::Bailout, frame};
use crate::zend::{
    ClassRef, Message, Object, Value, guard,
    module::globals::{self, engine_local},
    sys,
};
use std::{cell::Cell, ffi::CString};

/// Why a function of ours has to return to the engine at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub(crate) enum Thrown {
    /// An exception is pending in the engine.
    Exception,
    /// A fatal error is unwinding the request.
    Bailout,
}

impl From<Bailout> for Thrown {
    fn from(_: Bailout) -> Self {
        Thrown::Bailout
    }
}

fn c_text(message: &Message) -> CString {
    CString::new(message.as_str().replace('\0', "\\0")).expect("no NUL is left")
}

/// Raises a new exception of `class`.
pub(crate) fn throw(class: ClassRef, message: &Message) -> Thrown {
    throw_with_code(class, message, 0)
}

/// Raises a new exception of `class` with an integer code.
pub(crate) fn throw_with_code(class: ClassRef, message: &Message, code: i64) -> Thrown {
    let text = c_text(message);
    let text = text.as_ptr();
    let class = class.as_ptr();
    // SAFETY: a live class entry of a Throwable, a C string that outlives the call, and a format with one %s.
    match guard(move || unsafe { sys::zend_throw_exception_ex(class, code, c"%s".as_ptr(), text) })
    {
        Ok(_) => Thrown::Exception,
        Err(bailout) => bailout.into(),
    }
}

/// Raises `\Error`.
pub(crate) fn throw_error(message: &Message) -> Thrown {
    throw(ClassRef::error(), message)
}

/// Raises `\ValueError` in the engine's form: `Class::method(): Argument #n ($name) <problem>`.
pub(crate) fn argument_value_error(number: u32, problem: &Message) -> Thrown {
    argument_error(ClassRef::value_error(), number, problem)
}

/// Raises an exception of `class` in that form.
pub(crate) fn argument_error(class: ClassRef, number: u32, problem: &Message) -> Thrown {
    let text = c_text(problem);
    let text = text.as_ptr();
    let class = class.as_ptr();
    // SAFETY: a live class entry of a Throwable, a C string that outlives the call, a format with one %s; the engine takes
    // function and argument names from the running call.
    match guard(move || unsafe { sys::zend_argument_error(class, number, c"%s".as_ptr(), text) }) {
        Ok(()) => Thrown::Exception,
        Err(bailout) => bailout.into(),
    }
}

/// Raises an existing exception object. If one is pending already, that one becomes its `previous`.
pub(crate) fn throw_object(exception: Object) -> Thrown {
    let raw = exception.into_raw();
    // SAFETY: the engine takes over the reference that `into_raw` gave up. Unwind and graceful exits are accepted too.
    match guard(move || unsafe { sys::zend_throw_exception_internal(raw) }) {
        Ok(()) => Thrown::Exception,
        Err(bailout) => bailout.into(),
    }
}

/// Raises an `E_WARNING`. Error handlers of the user may run, and may throw.
pub(crate) fn warning(message: &Message) -> Result<(), Thrown> {
    report(sys::E_WARNING, message)
}

/// Raises an `E_NOTICE`, as [`warning`].
pub(crate) fn notice(message: &Message) -> Result<(), Thrown> {
    report(sys::E_NOTICE, message)
}

/// Raises an `E_DEPRECATED`, as [`warning`].
pub(crate) fn deprecated(message: &Message) -> Result<(), Thrown> {
    report(sys::E_DEPRECATED, message)
}

fn report(level: u32, message: &Message) -> Result<(), Thrown> {
    let text = c_text(message);
    let text = text.as_ptr();
    // SAFETY: a C string that outlives the call and a format with one %s.
    guard(move || unsafe { sys::zend_error(level as _, c"%s".as_ptr(), text) })?;
    check()
}

/// The message of a Throwable, if it is a string.
pub(crate) fn message(exception: &Object) -> String {
    let mut buffer = Value::undef();
    let base = base_of(exception).as_ptr();
    let (object, buffer) = (exception.as_ptr(), buffer.as_mut_ptr());
    // SAFETY: `message` is declared by both base classes of all Throwables, so reading it runs no user code.
    let read = guard(move || unsafe {
        sys::zend_read_property(base, object, c"message".as_ptr(), 7, true, buffer)
    });
    let Ok(found) = read else { return String::new() };
    // SAFETY: the engine returned a live slot of the object.
    let value = unsafe { Value::copy_of(found) };
    String::from_utf8_lossy(value.as_bytes().unwrap_or_default()).into_owned()
}

/// Makes an exception without raising it.
pub(crate) fn create(class: ClassRef, message: &Message) -> Result<Object, Thrown> {
    let put_aside = InFlight::put_aside();
    let outer = MAKING.replace(true);
    let made = make(class, message);
    MAKING.set(outer);
    put_aside.restore();
    made
}

/// As the engine's own throw makes it, but without the hook, which would take it for thrown.
fn make(class: ClassRef, message: &Message) -> Result<Object, Thrown> {
    let made = crate::zend::values::class::instantiate(class)?;
    let text = Value::string(message.as_str())?;
    set_property(&made, base_of(&made), "message", &text)?;
    Ok(made)
}

engine_local! {
    static MAKING: Cell<bool> = Cell::new(false);
}

/// Whether an exception that is raised now is only being made, which the engine has no other way for.
pub(crate) fn is_making() -> bool {
    MAKING.get()
}

/// As [`create`], but as if raised in `frame`: file, line and trace are those of the code that waits there.
///
/// # Safety
/// `frame` is null (then it is raised here) or a live frame that does not run.
pub(crate) unsafe fn create_at(
    frame: *mut sys::zend_execute_data,
    class: ClassRef,
    message: &Message,
) -> Result<Object, Thrown> {
    if frame.is_null() {
        return create(class, message);
    }
    let here = std::mem::replace(&mut globals::executor().current_execute_data, frame);
    let made = create(class, message);
    globals::executor().current_execute_data = here;
    made
}

/// As [`create`], but as if nothing ran: without frames, file and line.
pub(crate) fn create_nowhere(class: ClassRef, message: &Message) -> Result<Object, Thrown> {
    let here =
        std::mem::replace(&mut globals::executor().current_execute_data, std::ptr::null_mut());
    let made = create(class, message);
    globals::executor().current_execute_data = here;
    made
}

/// Whether an exception is pending.
#[inline]
pub(crate) fn pending() -> bool {
    !globals::executor().exception.is_null()
}

/// The pending exception, which stays so.
pub(crate) fn pending_object() -> Option<Object> {
    let raw = globals::executor().exception;
    // SAFETY: a pending exception is a live object.
    (!raw.is_null()).then(|| unsafe { Object::from_borrowed(raw) })
}

/// Takes the pending exception out of the engine.
pub(crate) fn take() -> Option<Object> {
    let raw = globals::executor().exception;
    if raw.is_null() {
        return None;
    }
    let frame = globals::executor().current_execute_data;
    // SAFETY: the running frame, or null.
    if unsafe { frame::is_before_exception(frame) } {
        // The engine's function would have the frame go on where some other one has thrown.
        globals::executor().exception = std::ptr::null_mut();
        // SAFETY: the engine's reference, which it no longer holds.
        return Some(unsafe { Object::from_owned(raw) });
    }
    // SAFETY: a pending exception is a live object; this adds our own reference before the engine drops its.
    let exception = unsafe { Object::from_borrowed(raw) };
    // SAFETY: an exception is pending; this resets the frame's opline and releases the engine's reference (ours keeps it).
    let _ = guard(|| unsafe { sys::zend_clear_exception() });
    Some(exception)
}

/// Runs what the end of a value brings about with a clean slate: the value may go while an exception leaves the function that
/// has held it (SPEC 34.7).
#[inline]
pub(crate) fn beside_in_flight<R>(body: impl FnOnce() -> R) -> R {
    if !pending() {
        return body();
    }
    let in_flight = InFlight::put_aside();
    let result = body();
    in_flight.restore();
    result
}

/// Takes the pending exception; an exit stays pending.
pub(crate) fn take_or_exit() -> Result<Option<Object>, Thrown> {
    match take() {
        Some(exit) if is_exit(&exit) => Err(throw_object(exit)),
        other => Ok(other),
    }
}

/// Takes a pending unwinding by `finally` blocks. Says whether there was one.
pub(crate) fn take_graceful_exit() -> bool {
    let raw = globals::executor().exception;
    // SAFETY: a pending exception is a live object; only its class is looked at.
    let is_graceful = !raw.is_null() && unsafe { sys::zend_is_graceful_exit(raw) };
    if is_graceful {
        drop(take());
    }
    is_graceful
}

/// Whether an `exit()` is on its way out, which runs nothing.
pub(crate) fn is_unwind_exit_pending() -> bool {
    let raw = globals::executor().exception;
    // SAFETY: a pending exception is a live object; only its class is looked at.
    !raw.is_null() && unsafe { sys::zend_is_unwind_exit(raw) }
}

/// `Ok` if nothing is pending, else the exception: for use after an engine call that raises.
pub(crate) fn check() -> Result<(), Thrown> {
    if pending() { Err(Thrown::Exception) } else { Ok(()) }
}

/// Chains `earlier` behind the last link of `exception`, unless it is one of its links.
pub(crate) fn chain(exception: &Object, earlier: Object) {
    // The engine, which makes no circle of them, would keep the reference that it was given.
    if is_link_of(exception, &earlier) {
        return;
    }
    let (exception, earlier) = (exception.as_ptr(), earlier.into_raw());
    // SAFETY: two live Throwables; the engine takes over the reference to the second.
    let _ = guard(move || unsafe { sys::zend_exception_set_previous(exception, earlier) });
}

fn is_link_of(exception: &Object, earlier: &Object) -> bool {
    let mut link = exception.clone();
    while let Ok(previous) = read_property(&link, base_of(&link), "previous") {
        let Some(object) = previous.as_object() else { return false };
        if object == earlier.as_ptr() {
            return true;
        }
        // SAFETY: the object of a live value.
        link = unsafe { Object::from_borrowed(object) };
    }
    false
}

/// Sets a property that the class `scope` declares.
pub(crate) fn set_property(
    exception: &Object,
    scope: ClassRef,
    name: &str,
    value: &Value,
) -> Result<(), Thrown> {
    let (scope, object) = (scope.as_ptr(), exception.as_ptr());
    // SAFETY: a property that `scope` declares; the engine takes a reference of its own to the value.
    guard(move || unsafe {
        let value = value.as_ptr().cast_mut();
        sys::zend_update_property(scope, object, name.as_ptr().cast(), name.len(), value);
    })?;
    check()
}

/// A property that the class `scope` declares.
pub(crate) fn property(object: &Object, scope: ClassRef, name: &str) -> Result<Value, Thrown> {
    let value = read_property(object, scope, name)?;
    check()?;
    Ok(value)
}

/// The same, whatever is pending.
fn read_property(object: &Object, scope: ClassRef, name: &str) -> Result<Value, Thrown> {
    let (scope, object) = (scope.as_ptr(), object.as_ptr());
    let mut scratch = Value::undef();
    let slot = scratch.as_mut_ptr();
    // SAFETY: a live object and a property that `scope` declares; the result is in the object or in `scratch`.
    let found = guard(move || unsafe {
        sys::zend_read_property(scope, object, name.as_ptr().cast(), name.len(), true, slot)
    })?;
    // SAFETY: the engine has returned the property's place in the object, or `scratch`; both are alive.
    Ok(unsafe { Value::copy_of(found) })
}

/// Gives an exception that was made elsewhere the file, line and trace of the code that runs now.
pub(crate) fn relocate(exception: &Object) -> Result<(), Thrown> {
    let scope = base_of(exception);
    if let Some((file, line)) = frame::location() {
        let (file, line) = (Value::string(&file)?, Value::int(line.into()));
        set_property(exception, scope, "file", &file)?;
        set_property(exception, scope, "line", &line)?;
    }
    let mut trace = Value::undef();
    let slot = trace.as_mut_ptr();
    // SAFETY: reads the running frames, and puts an array into an empty value.
    guard(move || unsafe {
        let without = globals::executor().exception_ignore_args;
        let options = if without { sys::DEBUG_BACKTRACE_IGNORE_ARGS } else { 0 };
        sys::zend_fetch_debug_backtrace(slot, 0, options as _, 0);
    })?;
    set_property(exception, scope, "trace", &trace)
}

/// The base class of Throwables that an exception belongs to.
fn base_of(exception: &Object) -> ClassRef {
    let error = ClassRef::error();
    if exception.instance_of(error) { error } else { ClassRef::exception() }
}

/// Whether `exception` is `exit()` on its way out, or its cousin that runs `finally` blocks.
pub(crate) fn is_exit(exception: &Object) -> bool {
    // SAFETY: a live object; both only compare its class.
    unsafe {
        sys::zend_is_unwind_exit(exception.as_ptr())
            || sys::zend_is_graceful_exit(exception.as_ptr())
    }
}

/// The object that unwinds a stack, running `finally` blocks but no `catch`.
pub(crate) fn graceful_exit() -> Object {
    // SAFETY: allocates a small object of the engine's own class and returns the only reference.
    unsafe { Object::from_owned(sys::zend_create_graceful_exit()) }
}

/// The object that unwinds a stack as `exit()` does, running nothing.
pub(crate) fn unwind_exit() -> Object {
    // SAFETY: as `graceful_exit`.
    unsafe { Object::from_owned(sys::zend_create_unwind_exit()) }
}

/// An exception in flight, put aside so that a callback starts with a clean slate (SPEC 10.4, 34.7).
///
/// An exception that is thrown in user code sets the frame's opline to a marker, and the engine goes on there. With the
/// exception put aside, the marker has to go too: the engine would take an exception of the callback for one that is
/// marked already, note none of its own place, and clearing that one would leave the frame at an opline of the callback's.
#[must_use]
pub(crate) struct InFlight {
    exception: *mut sys::zend_object,
    previous: *mut sys::zend_object,
    opline: *const sys::zend_op,
    /// The running frame, if it was marked.
    marked: *mut sys::zend_execute_data,
}

impl InFlight {
    #[inline]
    pub(crate) fn put_aside() -> Self {
        let mut eg = globals::executor();
        let mut aside = InFlight {
            exception: eg.exception,
            previous: eg.prev_exception,
            opline: eg.opline_before_exception,
            marked: std::ptr::null_mut(),
        };
        if !eg.exception.is_null() {
            aside.unmark();
        }
        eg.exception = std::ptr::null_mut();
        eg.prev_exception = std::ptr::null_mut();
        aside
    }

    /// Puts the exception back. One raised meanwhile stays on top, with the old one behind it.
    #[inline]
    pub(crate) fn restore(self) {
        globals::executor().prev_exception = self.previous;
        if !self.exception.is_null() {
            self.put_back();
        }
    }

    #[cold]
    fn unmark(&mut self) {
        let frame = globals::executor().current_execute_data;
        // SAFETY: the running frame, if any; one of user code has an opline.
        unsafe {
            if super::frame::is_at_exception(frame) {
                (*frame).opline = self.opline;
                self.marked = frame;
            }
        }
    }

    #[cold]
    fn put_back(self) {
        let mut eg = globals::executor();
        if eg.exception.is_null() {
            eg.exception = self.exception;
            self.mark();
            return;
        }
        // SAFETY: the reference that the engine held when we put the exception aside is ours to pass on.
        let earlier = unsafe { Object::from_owned(self.exception) };
        // SAFETY: the pending exception is live while it is pending.
        let current = unsafe { Object::from_borrowed(eg.exception) };
        if is_exit(&current) {
            return; // an exit replaces what was in flight
        }
        if is_exit(&earlier) {
            // An exit in flight cannot be replaced by an exception of a callback.
            drop(take());
            globals::executor().exception = earlier.into_raw();
            self.mark();
            return;
        }
        chain(&current, earlier);
    }

    fn mark(&self) {
        let mut eg = globals::executor();
        eg.opline_before_exception = self.opline;
        if !self.marked.is_null() {
            // SAFETY: the frame that was running when the exception was put aside, and is again.
            unsafe { (*self.marked).opline = eg.exception_op.as_ptr() };
        }
    }
}
