//! Coroutines of which nothing runs any more: after a fatal error, and in a forked child (SPEC 29.6, 30.8).

use crate::{
    runtime::{
        calls::inside,
        coroutines::{
            coroutine::{Coroutine, State},
            scheduler::{Scheduler, try_with, with},
        },
        engine::engine_state,
    },
    zend::{frame, globals, sys},
};
use std::{ffi::CStr, rc::Rc};

/// Forgets all coroutines but the main flow: after a fatal error nothing of theirs runs (SPEC 30.8).
pub(in crate::runtime) fn abandon_all(scheduler: &mut Scheduler) -> Vec<Rc<Coroutine>> {
    let main = scheduler.main().clone();
    abandon_all_but(scheduler, &main)
}

fn abandon_all_but(scheduler: &mut Scheduler, kept: &Rc<Coroutine>) -> Vec<Rc<Coroutine>> {
    let abandoned: Vec<_> =
        scheduler.alive().into_iter().filter(|known| !Rc::ptr_eq(known, kept)).collect();
    for coroutine in &abandoned {
        scheduler.disarm_deadline(coroutine);
        coroutine.state.set(State::Done);
        keep_objects_of(coroutine);
        inside::leave(coroutine);
        scheduler.forget(coroutine);
    }
    // The queue's own references are part of what is abandoned.
    std::mem::forget(scheduler.queue.take(|queued| !Rc::ptr_eq(queued, kept)));
    abandoned
}

/// In a forked child: forgets every coroutine but the running one. Says whether the main flow is among the forgotten.
pub(in crate::runtime) fn keep_only_running() -> bool {
    let forgotten = try_with(|scheduler| {
        let running = scheduler.running.clone();
        let forgotten = abandon_all_but(scheduler, &running);
        (forgotten, !scheduler.is_main(&running))
    });
    // Their frames hold references, so nothing of them may be dropped.
    forgotten.is_some_and(|(forgotten, without_main)| {
        std::mem::forget(forgotten);
        without_main
    })
}

/// A fatal error hit on a stack that is not the main flow's: no code of other coroutines runs any more, and the main
/// flow, whose wait ends with [`Interrupted::fatal_error`], carries the bailout on (SPEC 30.8).
pub(in crate::runtime) fn abandon_for_fatal_error() {
    let (abandoned, main_runs) = with(|scheduler| {
        let abandoned = abandon_all(scheduler);
        let main = scheduler.main().clone();
        let main_runs = scheduler.is_main(&scheduler.running);
        scheduler.make_next(&main);
        (abandoned, main_runs)
    });
    if !main_runs {
        engine_state::bequeath();
    }
    // Their frames are never unwound, so what they hold stays with the engine, which frees it with the request.
    std::mem::forget(abandoned);
}

/// `coroutine` will never run again, but what it called has not returned: objects of that extension may be in the middle
/// of a change (a result that was freed and is about to be replaced). They stay as they are until the process ends.
fn keep_objects_of(coroutine: &Coroutine) {
    let frame = coroutine.frame.get();
    if frame.is_null() {
        return;
    }
    // SAFETY: the frame of a parked coroutine is live, and so is its function.
    let extension = unsafe { frame::internal_function(frame) }
        .map_or(std::ptr::null_mut(), |function| function.module);
    // What waits in a function of ours is consistent whenever it waits.
    // SAFETY: a module's entry and its name live as long as the process.
    if extension.is_null() || unsafe { CStr::from_ptr((*extension).name) } == c"cenote" {
        return;
    }
    let store = &globals::executor().objects_store;
    for at in 1..store.top as usize {
        // SAFETY: entries below `top` are objects, or free places, which are marked in the lowest bit. Flags are the
        // engine's way to say that the object's own clean-up has been done.
        unsafe {
            let object = *store.object_buckets.add(at);
            if object as usize & 1 == 0 && belongs_to((*object).ce, extension) {
                (*object).gc.u.type_info |= sys::IS_OBJ_FREE_CALLED;
            }
        }
    }
}

/// Whether the class or one that it extends comes from `extension`.
///
/// # Safety
/// A live class entry.
unsafe fn belongs_to(
    mut class: *mut sys::zend_class_entry,
    extension: *mut sys::zend_module_entry,
) -> bool {
    // SAFETY: a class whose parent is resolved has it as a pointer; objects exist of such classes only.
    unsafe {
        while !class.is_null() {
            if u32::from((*class).type_ as u8) == sys::ZEND_INTERNAL_CLASS
                && (*class).info.internal.module == extension
            {
                return true;
            }
            class = (*class).__bindgen_anon_1.parent;
        }
    }
    false
}
