//! Waiting inside a C library, and leaving it.
//!
//! A coroutine that is parked in the middle of a C function cannot be unwound: the function has to return first, by its
//! own error path. So what ended the wait (a cancellation, the end of the script) becomes *outstanding*: further waits of
//! the same call are refused at once, and when the PHP function that called into the library returns, it is raised, with
//! the exception of the library as its `previous`.
//!
//! "When the function returns" is found through its own call frame. The engine frees named arguments that a call did
//! not declare right after the function has returned, before the next opcode; so the frame of the running internal
//! function is given such an argument, in an array with a destructor of our own. Where there is no such frame (C code
//! called by an opcode, a frame that has such arguments of its own), or the JIT's code leaves that step out, the
//! engine's interrupt raises it: at the next call, loop or return in PHP code. PHP code that the function itself calls (an
//! error handler, for what the library says about its connection) is too early for that: there the interrupt waits for
//! that code's own return, by an argument of the same kind.

use super::{evictions, marks, raised_early};
use crate::{
    runtime::{
        coroutines::{interrupted::Interrupted, scheduler},
        engine::interrupt,
    },
    zend::{
        Object, Thrown, entry, exception, frame,
        globals::{self},
        guard, sys,
    },
};

/// Takes down what ended a wait in C code: it is raised when the library has returned.
#[cold]
pub(crate) fn leave_library(interrupted: Interrupted) {
    let me = scheduler::running();
    if me.outstanding.is_some() && raised_early::is_still_outstanding(&me) {
        return;
    }
    me.outstanding.replace(Some(interrupted));
    let frame = globals::executor().current_execute_data;
    // SAFETY: null, or the running frame.
    let internal = unsafe { frame::internal_function(frame) }.is_some();
    // SAFETY: a frame that has a function is the running one.
    let marked = internal && unsafe { attach(frame, on_return) };
    me.leaving.set(if marked { frame } else { std::ptr::null_mut() });
    if !marked || jit_is_on() {
        interrupt::request();
        if marked {
            // SAFETY: the frame has just got its mark.
            marks::note(frame, unsafe { (*frame).extra_named_params });
        }
    }
}

/// Whether there is something for [`raise_outstanding`].
#[inline]
pub(crate) fn is_outstanding() -> bool {
    scheduler::try_with(|scheduler| scheduler.current().outstanding.is_some()).unwrap_or(false)
}

/// Raises what is outstanding. A pending exception, which is the library's own, becomes its `previous`, or is dropped if
/// the script is ending.
#[inline]
pub(crate) fn raise_outstanding() -> Option<Thrown> {
    if is_outstanding() { raise_what_is_outstanding() } else { None }
}

#[cold]
fn raise_what_is_outstanding() -> Option<Thrown> {
    let me = scheduler::try_with(|scheduler| scheduler.current().clone())?;
    let interrupted = me.outstanding.take()?;
    raised_early::forget(&me);
    evictions::somebody_left();
    if interrupted.is_quiet() {
        return None;
    }
    let mut eg = globals::executor();
    let from_engine = std::mem::replace(&mut eg.exception, std::ptr::null_mut());
    // SAFETY: the engine's own reference to the pending exception, which it no longer holds.
    let pending = (!from_engine.is_null()).then(|| unsafe { Object::from_owned(from_engine) });
    match pending {
        // An `exit()` on its way out stays.
        Some(exit) if exception::is_exit(&exit) => {
            eg.exception = exit.into_raw();
            Some(Thrown::Exception)
        }
        pending => {
            let thrown = interrupted.throw();
            chain(pending);
            Some(thrown)
        }
    }
}

fn chain(earlier: Option<Object>) {
    let raised = globals::executor().exception;
    let Some(earlier) = earlier.filter(|_| !raised.is_null()) else { return };
    // SAFETY: a pending exception is a live object.
    let raised = unsafe { Object::from_borrowed(raised) };
    if raised.as_ptr() != earlier.as_ptr()
        && !exception::is_exit(&raised)
        && !exception::is_exit(&earlier)
    {
        exception::chain(&raised, earlier);
    }
}

/// Whether this is the very call that is to return, as opposed to a later one in the same place.
///
/// # Safety
/// `frame` is null or a live frame.
pub(in crate::runtime) unsafe fn is_leaving(frame: *mut sys::zend_execute_data) -> bool {
    // SAFETY: by the contract, and of an internal function where it is read; the flag says that the array is there.
    unsafe {
        frame::internal_function(frame).is_some()
            && (*frame).This.u1.type_info & sys::ZEND_CALL_HAS_EXTRA_NAMED_PARAMS != 0
            && (*(*frame).extra_named_params).pDestructor.map(|known| known as usize)
                == Some(on_return as *const () as usize)
    }
}

/// Has `destructor` called when the function of this frame has returned. `false`: the frame has named arguments of its
/// own.
///
/// # Safety
/// `frame` is a live frame.
unsafe fn attach(
    frame: *mut sys::zend_execute_data,
    destructor: unsafe extern "C" fn(*mut sys::zval),
) -> bool {
    // SAFETY: by the contract.
    if unsafe { (*frame).This.u1.type_info } & sys::ZEND_CALL_HAS_EXTRA_NAMED_PARAMS != 0 {
        return false;
    }
    let attached = guard(move || {
        // SAFETY: a new array with one element, whose destructor is told by the array. The engine releases it exactly
        // once, with the frame.
        unsafe {
            let array = sys::_zend_new_array(1);
            let mut cancelled: sys::zval = std::mem::zeroed();
            cancelled.u1.type_info = sys::IS_TRUE;
            (*array).pDestructor = Some(destructor);
            let name = c"cancelled";
            sys::zend_hash_str_add(array, name.as_ptr(), name.count_bytes(), &raw mut cancelled);
            (*frame).extra_named_params = array;
            (*frame).This.u1.type_info |= sys::ZEND_CALL_HAS_EXTRA_NAMED_PARAMS;
        }
    });
    attached.is_ok()
}

/// What the function that is to return has called: the outermost frame of it, or its own frame, if it has just called an
/// internal function. `None`: that function is not running any more.
///
/// # Safety
/// `frame` is null or a live frame. `leaving` may be gone.
pub(in crate::runtime) unsafe fn called_by(
    leaving: *mut sys::zend_execute_data,
    mut frame: *mut sys::zend_execute_data,
) -> Option<*mut sys::zend_execute_data> {
    // SAFETY: a live frame and all those it was called from are live; `leaving` is looked at only as one of them.
    unsafe {
        if frame == leaving && is_leaving(frame) {
            return Some(frame);
        }
        while !frame.is_null() {
            let caller = (*frame).prev_execute_data;
            if caller == leaving && is_leaving(caller) {
                return Some(frame);
            }
            frame = caller;
        }
    }
    None
}

/// The function has returned: the engine frees its frame.
unsafe extern "C" fn on_return(element: *mut sys::zval) {
    entry::boundary(|| {
        marks::forget(element);
        let _ = raise_outstanding();
    });
}

/// Has us look again when this PHP code has returned. A function that takes any number of arguments could get to see ours.
///
/// # Safety
/// `frame` is a live frame with a function.
pub(in crate::runtime) unsafe fn wait_for_return(frame: *mut sys::zend_execute_data) {
    unsafe extern "C" fn on_return_of_callback(_element: *mut sys::zval) {
        interrupt::request();
        raised_early::on_throw();
    }
    // SAFETY: by the contract.
    let takes_any = unsafe { (*(*frame).func).common.fn_flags } & sys::ZEND_ACC_VARIADIC != 0;
    if !takes_any {
        // SAFETY: by the contract.
        unsafe { attach(frame, on_return_of_callback) };
    }
}

/// Has the engine ask its interrupt handlers when the PHP function that runs in `frame` has returned.
///
/// # Safety
/// `frame` is null or a live frame.
pub(in crate::runtime) unsafe fn interrupt_on_return(mut frame: *mut sys::zend_execute_data) {
    unsafe extern "C" fn on_return(_element: *mut sys::zval) {
        interrupt::request();
    }
    // SAFETY: by the contract; the frames that a live one was called from are live.
    unsafe {
        while !frame.is_null()
            && ((*frame).func.is_null() || (*frame).This.u1.type_info & sys::ZEND_CALL_CODE != 0)
        {
            frame = (*frame).prev_execute_data;
        }
        let takes_any = |frame: &sys::zend_execute_data| {
            (*frame.func).common.fn_flags & sys::ZEND_ACC_VARIADIC != 0
        };
        if frame.as_ref().is_some_and(|frame| !takes_any(frame)) {
            attach(frame, on_return);
        }
    }
}

pub(in crate::runtime) fn jit_is_on() -> bool {
    let name = c"opcache.jit_buffer_size";
    // SAFETY: reads an ini entry, 0 if opcache is not there.
    unsafe { sys::zend_ini_long(name.as_ptr().cast_mut(), name.count_bytes(), 0) != 0 }
}
