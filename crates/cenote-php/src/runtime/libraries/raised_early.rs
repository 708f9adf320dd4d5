//! Under the JIT: a cancellation goes before the exception of the library that it interrupts.
//!
//! [`library`] raises what is outstanding when the PHP function that called into the library has returned. Compiled code
//! leaves that step out, and if the function has thrown it looks for a `catch` before it looks for interrupts. So what is
//! outstanding is put on top of the library's exception as soon as that is thrown. This may be too early: a library may
//! clear its exception and try again, or return without one. Hence it stays outstanding until it shows what became of it:
//!
//! - The call is still running: the library has cleared it. The next exception has it put on top again.
//! - The interrupt comes right behind the call: the call has returned without an exception. It is raised there.
//! - Anything else: it was thrown into PHP code, which has handled it. Nothing is outstanding any more.
//!
//! We are not told of an exception on top of another. Such a pair comes from a library whose warnings PHP turns into
//! exceptions (a constructor of PDO); so the first of them is put aside until the library throws its own.

use super::library;
use crate::{
    runtime::coroutines::{
        coroutine::Coroutine,
        interrupted::{Early, Interrupted},
        scheduler,
    },
    zend::{Object, Thrown, entry, exception, globals, sys},
};

/// An exception was thrown, or comes out of PHP code that a library has called.
pub(in crate::runtime) fn on_throw() {
    let Some(me) = scheduler::try_with(|scheduler| scheduler.current().clone()) else { return };
    let quiet = me.outstanding.with(|outstanding| outstanding.is_none_or(Interrupted::is_quiet));
    if quiet || !library::jit_is_on() {
        return;
    }
    entry::boundary(move || {
        let leaving = me.leaving.get();
        // SAFETY: null or the running frame; what is found is that or one that it was called from.
        unsafe {
            match library::called_by(leaving, globals::executor().current_execute_data) {
                Some(frame) if frame == leaving => put_on_top(&me, leaving),
                Some(callback) => library::wait_for_return(callback),
                None => {}
            }
        }
    });
}

/// # Safety
/// `leaving` is a live frame.
unsafe fn put_on_top(me: &Coroutine, leaving: *mut sys::zend_execute_data) {
    let Some(library) = pending() else { return };
    let warning = me.early.take().and_then(|early| early.kept);
    // SAFETY: by the contract; the frame that it was called from is live as long.
    let (caller, call) = unsafe {
        let caller = (*leaving).prev_execute_data;
        (caller, if caller.is_null() { std::ptr::null() } else { (*caller).opline })
    };
    if globals::executor().error_handling == sys::EH_THROW {
        drop(exception::take());
        me.early.replace(Some(Early { caller, call, kept: Some(library) }));
        return;
    }
    if let Some(warning) = warning.filter(|warning| warning.as_ptr() != library.as_ptr()) {
        exception::chain(&library, warning);
    }
    let Some(Thrown::Exception) = library::raise_outstanding() else { return };
    let Some(raised) = pending().filter(|raised| raised.as_ptr() != library.as_ptr()) else {
        return;
    };
    let kept = exception::is_exit(&raised).then_some(library);
    me.early.replace(Some(Early { caller, call, kept }));
    me.outstanding.replace(Some(Interrupted::by(raised)));
}

fn pending() -> Option<Object> {
    let pending = globals::executor().exception;
    // SAFETY: a pending exception is a live object.
    (!pending.is_null()).then(|| unsafe { Object::from_borrowed(pending) })
}

/// For a coroutine with something outstanding: whether that has still to be raised.
pub(in crate::runtime) fn is_still_outstanding(me: &Coroutine) -> bool {
    let outside = || {
        let frame = globals::executor().current_execute_data;
        // SAFETY: null or the running frame.
        unsafe { library::called_by(me.leaving.get(), frame) }.is_none()
    };
    if me.early.is_some() && outside() {
        forget(me);
        return false;
    }
    true
}

/// Whether PHP code has got it: at an interrupt in `frame`, the call that was to return being over.
///
/// # Safety
/// `frame` is the live frame of PHP code that the engine has interrupted.
pub(in crate::runtime) unsafe fn has_arrived(
    me: &Coroutine,
    frame: *mut sys::zend_execute_data,
) -> bool {
    // SAFETY: by the contract; an interrupt comes behind an opcode, so the next one is not the first.
    let last = unsafe { (*frame).opline.sub(1) };
    me.early.with(|early| early.is_some_and(|early| early.caller != frame || early.call != last))
}

/// The call that was to return has, and the engine has not looked for its exception yet.
pub(in crate::runtime) fn raise_at_the_end_of_the_call(me: &Coroutine) {
    if me.early.is_some() && exception::pending() {
        return forget(me);
    }
    let _ = library::raise_outstanding();
}

/// It has been raised for good.
#[inline]
pub(in crate::runtime) fn forget(me: &Coroutine) {
    if me.early.is_some() {
        forget_what_was(me);
    }
}

#[cold]
fn forget_what_was(me: &Coroutine) {
    drop((me.early.take(), me.outstanding.take()));
}
