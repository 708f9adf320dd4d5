//! The engine's methods of Fibers, and what more they do here. A Fiber is a coroutine of its own (SPEC 46): it is made known at
//! its start and ended at its end ([`fibers`]), and others run at its start, at each resumption, and at the return.
//!
//! Beside that, three things that the engine need not think of, having no coroutines.
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
//! suspended too, but that waits in a call, and its frames go on in those of the flow that resumed it, which may be gone by then:
//! the coroutine was abandoned after a fatal error, or is one of a pool's that nobody waits for. Such a Fiber is left alone.

use super::fibers;
use crate::{
    runtime::{
        coroutines::{
            coroutine::{self, SpawnPoint},
            fiber_flows, scheduler,
        },
        critical_sections::closed_sections,
        engine::{comparator::Comparator, output, reentry::Reentry},
        messages,
    },
    zend::{
        Call, ClassRef, Message, Outcome, Signature, Type, Value, entry, exception,
        fiber::FiberRef, frame, function, globals::SetAtStart, object, started::PerStart, sys,
    },
};
use std::cell::Cell;

/// The methods that switch, and the engine's handlers for them.
const METHODS: [&str; 4] = ["start", "resume", "throw", "suspend"];
const START: usize = 0;
const SUSPEND: usize = 3;

static SWITCHING: SetAtStart<[Cell<sys::zif_handler>; 4]> =
    SetAtStart::new([const { Cell::new(None) }; 4]);

type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);
type Create = unsafe extern "C" fn(*mut sys::zend_class_entry) -> *mut sys::zend_object;

static CREATE: SetAtStart<Cell<Option<Create>>> = SetAtStart::new(Cell::new(None));

/// What objects of the class are made with: the engine's handlers, but for three.
static HANDLERS: SetAtStart<PerStart<Handlers>> = SetAtStart::new(PerStart::new());

struct Handlers {
    ours: sys::zend_object_handlers,
    destroy: unsafe extern "C" fn(*mut sys::zend_object),
    free: unsafe extern "C" fn(*mut sys::zend_object),
    show: sys::zend_object_get_gc_t,
}

/// Module start-up.
pub(in crate::runtime) fn register() {
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
    let coroutine = Type::object(c"Async\\Coroutine").or_null();
    class.add_methods(&[function(c"getCoroutine", get_coroutine, Signature::new(&[], coroutine))]);
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
            let free = ours.free_obj.replace(free).unwrap_or(sys::zend_object_std_dtor);
            let show = ours.get_gc.replace(show);
            Handlers { ours, destroy, free, show }
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
        if is_suspended {
            entry::boundary(|| fibers::destroyed(FiberRef::of(object)));
        }
    }
}

unsafe extern "C" fn free(object: *mut sys::zend_object) {
    let Some(handlers) = HANDLERS.get() else { return };
    // SAFETY: the engine's argument, a Fiber that is being freed.
    unsafe {
        entry::contain(|| fibers::freed(FiberRef::of(object)));
        (handlers.free)(object);
    }
}

/// What the collector asks.
unsafe extern "C" fn show(
    object: *mut sys::zend_object,
    table: *mut *mut sys::zval,
    count: *mut std::ffi::c_int,
) -> *mut sys::HashTable {
    let Some(original) = HANDLERS.get().and_then(|handlers| handlers.show) else {
        return std::ptr::null_mut();
    };
    // SAFETY: the engine's arguments, and its own handler, which fills the collector's buffer. A jump would leave the
    // collector in its midst: a bailout is resumed elsewhere.
    unsafe {
        let rest = original(object, table, count);
        entry::contain(|| {
            let fiber = FiberRef::of(object);
            object::show_more(table, count, |tracer| fibers::trace(fiber, tracer));
        });
        rest
    }
}

/// `Fiber::getCoroutine()` (SPEC 46.1).
fn get_coroutine(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    // SAFETY: `$this` of a method of Fiber.
    let coroutine = match unsafe { fiber_flows::of_object(call.this()) } {
        Some(flow) => Value::object(coroutine::object_of(&flow)?),
        None => Value::null(),
    };
    call.returns(coroutine);
    Ok(())
}

unsafe extern "C" fn suspend(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    if !is_stock() || fiber_flows::is_requested() {
        // SAFETY: the engine's arguments.
        return unsafe { suspend_among_others(frame, result) };
    }
    // SAFETY: the engine's arguments.
    unsafe { switch::<SUSPEND>(frame, result) }
    if fiber_flows::is_requested() {
        obeys();
    }
}

/// As [`suspend`], where others may run, or the Fiber has something to obey.
///
/// # Safety
/// The arguments of the method that is being called.
#[inline(never)]
unsafe fn suspend_among_others(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    if !may_suspend() || (fiber_flows::is_requested() && !obeys()) {
        return;
    }
    let sections = closed_sections::suspend_fiber();
    // SAFETY: the engine's arguments.
    unsafe { switch::<SUSPEND>(frame, result) }
    closed_sections::resume_fiber(sections);
    if fiber_flows::is_requested() {
        obeys();
    }
}

/// Whether a switch is no more than the engine's own: nobody else can run, and what switches is in no closed section. None is
/// then open when it is switched back to, since whoever does so puts those of his own away.
#[inline]
fn is_stock() -> bool {
    !scheduler::has_spawned() && !closed_sections::is_fiber_inside()
}

/// Whether the running Fiber may suspend itself here; otherwise an exception is pending.
fn may_suspend() -> bool {
    let why = if !scheduler::has_spawned() {
        return true;
    } else if output::in_callback() {
        &messages::SUSPEND_IN_OUTPUT_CALLBACK
    } else if closed_sections::is_fiber_inside() {
        &messages::SUSPEND_IN_CLOSED_SECTION
    } else {
        return true;
    };
    entry::boundary(|| refuse(why));
    false
}

/// Whether the running Fiber may go on; otherwise an exception is pending.
#[inline(never)]
fn obeys() -> bool {
    let mut goes_on = false;
    entry::boundary(|| goes_on = fibers::obey_in_suspend().is_ok());
    goes_on
}

unsafe extern "C" fn enter<const METHOD: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    // SAFETY: the frame of a method that is being called on a Fiber, which holds it until it has returned.
    let fiber = unsafe { FiberRef::of((*frame).This.value.obj) };
    if METHOD == START || !is_stock() {
        // SAFETY: the engine's arguments.
        return unsafe { enter_among_others::<METHOD>(fiber, frame, result) };
    }
    // SAFETY: the engine's arguments.
    unsafe { switch::<METHOD>(frame, result) }
    if !fiber.is_suspended() || scheduler::has_spawned() {
        has_returned(fiber);
    }
}

/// As [`enter`], where others may run, and at a Fiber's start.
///
/// # Safety
/// The arguments of a method that is being called on this Fiber.
#[inline(never)]
unsafe fn enter_among_others<const METHOD: usize>(
    fiber: FiberRef,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let mut goes_on = false;
    entry::boundary(|| {
        goes_on = fibers::let_others_run().is_ok();
        if goes_on && METHOD == START {
            // SAFETY: the frame of the method that is being called.
            fibers::begin(fiber, unsafe { caller(frame) });
        }
    });
    if !goes_on {
        return;
    }
    let sections = closed_sections::enter_fiber();
    // SAFETY: the engine's arguments.
    unsafe { switch::<METHOD>(frame, result) }
    closed_sections::return_from_fiber(sections);
    has_returned(fiber);
}

#[inline(never)]
fn has_returned(fiber: FiberRef) {
    entry::boundary(|| {
        fibers::returned(fiber);
        fibers::let_others_run_after();
    });
}

/// Where the method was called.
///
/// # Safety
/// The frame of a running call.
unsafe fn caller(frame: *mut sys::zend_execute_data) -> SpawnPoint {
    // SAFETY: the frame of a running call, and the file name of live code.
    unsafe {
        match frame::place_of((*frame).prev_execute_data) {
            Some((file, line)) => SpawnPoint { file: Some(Value::of_string(file)), line },
            None => SpawnPoint { file: None, line: 0 },
        }
    }
}

/// What runs on the other side begins without a comparator and without a call in progress, or puts back its own.
#[inline]
unsafe fn switch<const METHOD: usize>(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    let Some(original) = SWITCHING[METHOD].get() else { return };
    // SAFETY: the engine's own handler with the engine's arguments; it may jump, with nothing to drop on the way.
    unsafe {
        if Comparator::left() | Reentry::left() == 0 {
            // So it is when this side goes on: whoever switches back has put his own aside, or has ended.
            original(frame, result);
        } else {
            switch_amid_calls(original, frame, result);
        }
    }
}

#[cold]
#[inline(never)]
unsafe fn switch_amid_calls(
    original: Handler,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let (comparator, reentry) = (Comparator::put_aside(), Reentry::take());
    // SAFETY: that of `switch`.
    unsafe { original(frame, result) };
    comparator.put_back();
    reentry.put_back();
}

fn refuse(why: &Message) {
    if let Some(class) = ClassRef::find_internal("fibererror") {
        let _ = exception::throw(class, why);
    }
}
