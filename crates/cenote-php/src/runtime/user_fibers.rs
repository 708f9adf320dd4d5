//! The user's Fibers beside coroutines: three things that the engine need not think of, having no coroutines.
//!
//! `Fiber::suspend()` inside an output callback is refused once there are coroutines (SPEC 30.10, 30.11). A Fiber may be
//! resumed by another coroutine than the one that started it, and continues there. An output callback cannot: the engine
//! is in the middle of an operation on the starter's stack of buffers, and would go on with it on the other's. A wait of
//! ours in a Fiber is no such thing: it parks the whole coroutine, buffers included.
//!
//! A sort whose comparator suspends its Fiber finds that comparator again when it is resumed, by whichever coroutine, and the
//! one that resumed the Fiber finds its own: each side of a switch keeps it for the time in which it does not run. So it is with
//! what `serialize()` and its like have in progress.
//!
//! At the end of a request the engine unwinds each Fiber that is suspended. It takes one in which a coroutine is parked for
//! suspended too, but that waits in a call, and its frames go on in those of whoever resumed it, which may be gone by then:
//! the coroutine was abandoned after a fatal error, or is one of a pool's that nobody waits for. Such a Fiber is left alone.

use super::{
    closed_sections, comparator::Comparator, messages, output, reentry::Reentry, scheduler,
};
use crate::zend::{
    ClassRef, Message, entry, exception, globals::EngineLocal, started::PerStart, sys,
};
use std::cell::Cell;

/// The methods that switch, and the engine's handlers for them.
const METHODS: [&str; 4] = ["start", "resume", "throw", "suspend"];

static SWITCHING: EngineLocal<[Cell<sys::zif_handler>; 4]> =
    EngineLocal::new([const { Cell::new(None) }; 4]);

type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);
type Create = unsafe extern "C" fn(*mut sys::zend_class_entry) -> *mut sys::zend_object;

static CREATE: EngineLocal<Cell<Option<Create>>> = EngineLocal::new(Cell::new(None));

/// What objects of the class are made with: the engine's handlers, but for one.
static HANDLERS: EngineLocal<PerStart<Handlers>> = EngineLocal::new(PerStart::new());

struct Handlers {
    ours: sys::zend_object_handlers,
    destroy: unsafe extern "C" fn(*mut sys::zend_object),
}

/// Module start-up.
pub(super) fn register() {
    HANDLERS.clear();
    let Some(class) = ClassRef::find_internal("fiber") else { return };
    // SAFETY: an internal class and its method, which live as long as the process; no Fiber exists yet.
    unsafe {
        let ours: [Handler; 4] = [enter::<0>, enter::<1>, enter::<2>, suspend];
        for ((name, ours), original) in METHODS.into_iter().zip(ours).zip(&*SWITCHING) {
            if let Some(function) = class.method(name) {
                original.set((*function).internal_function.handler);
                (*function).internal_function.handler = Some(ours);
            }
        }
        let create_object = &mut (*class.as_ptr()).__bindgen_anon_2.create_object;
        CREATE.set(*create_object);
        *create_object = Some(create);
    }
}

unsafe extern "C" fn create(class: *mut sys::zend_class_entry) -> *mut sys::zend_object {
    let Some(create) = CREATE.get() else { return std::ptr::null_mut() };
    // SAFETY: the engine's own function with the engine's argument; it may jump, with nothing of ours on the way. The
    // object's handlers are a table that lives as long as the process, and so is ours.
    unsafe {
        let object = create(class);
        let handlers = HANDLERS.get_or_set(|| {
            let mut ours = (*object).handlers.read();
            let destroy =
                ours.dtor_obj.replace(destroy).unwrap_or(sys::zend_objects_destroy_object);
            Handlers { ours, destroy }
        });
        (*object).handlers = &raw const handlers.ours;
        object
    }
}

unsafe extern "C" fn destroy(object: *mut sys::zend_object) {
    let Some(handlers) = HANDLERS.get() else { return };
    // SAFETY: a live Fiber, whose object is its first part. The engine's own function may jump: nothing of ours is on the
    // way.
    unsafe {
        let fiber = object.cast::<sys::zend_fiber>();
        let is_suspended = (*fiber).context.status == sys::ZEND_FIBER_STATUS_SUSPENDED;
        // Fiber::suspend() has cleared it.
        if is_suspended && !(*fiber).caller.is_null() {
            return;
        }
        let (comparator, reentry) = (Comparator::put_aside(), Reentry::take());
        let sections = closed_sections::enter_fiber();
        (handlers.destroy)(object);
        closed_sections::return_from_fiber(sections);
        comparator.put_back();
        reentry.put_back();
    }
}

unsafe extern "C" fn suspend(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    if scheduler::has_spawned() {
        if output::in_callback() {
            return entry::boundary(|| refuse(&messages::SUSPEND_IN_OUTPUT_CALLBACK));
        }
        if closed_sections::is_fiber_inside() {
            return entry::boundary(|| refuse(&messages::SUSPEND_IN_CLOSED_SECTION));
        }
    }
    let sections = closed_sections::suspend_fiber();
    // SAFETY: the engine's arguments.
    unsafe { switch::<3>(frame, result) }
    closed_sections::resume_fiber(sections);
}

unsafe extern "C" fn enter<const METHOD: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let sections = closed_sections::enter_fiber();
    // SAFETY: the engine's arguments.
    unsafe { switch::<METHOD>(frame, result) }
    closed_sections::return_from_fiber(sections);
}

/// What runs on the other side begins without a comparator and without a call in progress, or puts back its own.
unsafe extern "C" fn switch<const METHOD: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let Some(original) = SWITCHING[METHOD].get() else { return };
    let (comparator, reentry) = (Comparator::put_aside(), Reentry::take());
    // SAFETY: the engine's own handler with the engine's arguments; it may jump, with nothing to drop on the way.
    unsafe { original(frame, result) };
    comparator.put_back();
    reentry.put_back();
}

fn refuse(why: &Message) {
    if let Some(class) = ClassRef::find_internal("fibererror") {
        let _ = exception::throw(class, why);
    }
}
