//! Coroutines spawned after the last shutdown function: by destructors of objects that live to the end of the script
//! (SPEC 30.5).
//!
//! The engine calls these destructors in the order in which the objects were made, and objects made meanwhile come last. So
//! the first spawn makes an object of ours, whose destructor runs what was spawned. Those that come after it make another.

use crate::{
    runtime::{coroutines::scheduler, messages},
    zend::{
        ClassRef, Object, Outcome, Thrown, callable, class, entry, exception, frame,
        globals::{self, SetAtStart, engine_local},
        started::PerStart,
        sys,
    },
};
use std::cell::{Cell, RefCell};

struct Late {
    object: RefCell<Option<Object>>,
    /// What its destructor calls.
    drain: Cell<*mut sys::zend_function>,
}

engine_local! {
    static LATE: Late = Late { object: RefCell::new(None), drain: Cell::new(std::ptr::null_mut()) };
}

static HANDLERS: SetAtStart<PerStart<sys::zend_object_handlers>> = SetAtStart::new(PerStart::new());

/// Has `drain` called after what may spawn now. Throws if the destructors are over.
///
/// # Safety
/// A function of the engine's that lives as long as the process.
#[cold]
pub(in crate::runtime) unsafe fn ensure(drain: *mut sys::zend_function) -> Outcome {
    if globals::are_last_destructors_due() && scheduler::is_main_running() && !is_in_destructor() {
        return Err(exception::throw_error(&messages::AFTER_THE_END));
    }
    if LATE.object.borrow().is_none() {
        LATE.drain.set(drain);
        let object = make_object()?;
        LATE.object.replace(Some(object));
    }
    Ok(())
}

/// Whether the engine is ending an object. After the last destructors it still calls code of the user, output callbacks and
/// session handlers among others, and the outermost frame is theirs.
fn is_in_destructor() -> bool {
    // SAFETY: the frames of the running context are live.
    unsafe { frame::ends_object(frame::outermost(globals::executor().current_execute_data)) }
}

fn make_object() -> Result<Object, Thrown> {
    // SAFETY: the engine's class of plain objects, which have nothing but the table of handlers that tells them from ours.
    unsafe {
        let object = class::instantiate(ClassRef::from_raw(sys::zend_standard_class_def))?;
        (*object.as_ptr()).handlers = HANDLERS.get_or_set(|| {
            let mut handlers = (&raw const sys::std_object_handlers).read();
            handlers.dtor_obj = Some(on_destruction);
            handlers
        });
        Ok(object)
    }
}

unsafe extern "C" fn on_destruction(_object: *mut sys::zend_object) {
    entry::boundary(|| {
        let object = LATE.object.take();
        let drain = LATE.drain.get();
        // As a function, so that there is a frame in which exceptions can be thrown.
        // SAFETY: a function that is never freed.
        let _ = with_switching(|| unsafe {
            callable::call_function(drain, std::ptr::null_mut(), &mut [])
        });
        // The engine holds it until this returns.
        drop(object);
    });
}

/// Before PHP 8.4 the engine forbids switching while it calls the last destructors. It goes on to the next object by its
/// number, so that none of them is missed, whatever happens in this one.
fn with_switching<T>(body: impl FnOnce() -> T) -> T {
    // SAFETY: a counter of the engine's, which the engine sees again when it is raised below.
    let is_blocked = unsafe { sys::zend_fiber_switch_blocked() };
    if is_blocked {
        // SAFETY: lowers the counter by one, which is raised again below.
        unsafe { sys::zend_fiber_switch_unblock() };
    }
    let result = body();
    if is_blocked {
        // SAFETY: raises what was lowered above.
        unsafe { sys::zend_fiber_switch_block() };
    }
    result
}

/// The request ends, maybe by a jump, before the engine has called the destructor.
pub(in crate::runtime) fn end_request() {
    if let Some(object) = LATE.object.take() {
        object.skip_destructor();
    }
}
