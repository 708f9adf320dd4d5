//! Coroutines of which nothing runs any more: after a fatal error, and in a forked child (SPEC 29.6, 30.8).

use crate::{
    runtime::{
        calls::inside,
        coroutines::{
            coroutine::{Coroutine, State},
            scheduler::{Scheduler, try_with, with},
        },
        engine::engine_state,
        polling::reactor,
    },
    zend::{
        frame,
        globals::{self, SetAtStart},
        sys,
    },
};
use std::{cell::Cell, ffi::CStr, os::fd::RawFd, rc::Rc};

/// Says of an object whether it can be freed in order, although another one of its extension is in the middle of a call.
/// It is asked about live objects only.
type AtRest = unsafe fn(*mut sys::zend_object) -> bool;

static AT_REST: SetAtStart<Cell<Option<AtRest>>> = SetAtStart::new(Cell::new(None));

/// Module start-up of one who knows objects of an extension better.
pub(crate) fn tell_at_rest_by(tell: AtRest) {
    AT_REST.set(Some(tell));
}

/// Forgets all coroutines but the main flow: after a fatal error nothing of theirs runs (SPEC 30.8).
pub(in crate::runtime) fn abandon_all(scheduler: &mut Scheduler) -> Vec<Rc<Coroutine>> {
    let main = scheduler.main().clone();
    abandon_all_but(scheduler, &main, true)
}

fn abandon_all_but(
    scheduler: &mut Scheduler,
    kept: &Rc<Coroutine>,
    are_connections_ours: bool,
) -> Vec<Rc<Coroutine>> {
    let abandoned: Vec<_> =
        scheduler.alive().into_iter().filter(|known| !Rc::ptr_eq(known, kept)).collect();
    for coroutine in &abandoned {
        scheduler.disarm_deadline(coroutine);
        coroutine.state.set(State::Done);
        if keep_objects_of(coroutine) && are_connections_ours {
            reactor::awaited_by(coroutine.id).into_iter().for_each(cut);
        }
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
        let forgotten = abandon_all_but(scheduler, &running, false);
        (forgotten, !scheduler.is_main(&running))
    });
    // Their frames hold references, so nothing of them may be dropped.
    forgotten.is_some_and(|(forgotten, without_main)| {
        std::mem::forget(forgotten);
        without_main
    })
}

/// A fatal error hit on a stack that is not the main flow's: no code of other coroutines runs any more, and the main
/// flow, whose wait ends with [`fatal_error`](crate::runtime::Interrupted::fatal_error), carries the bailout on (SPEC 30.8).
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
/// of a change (a result that was freed and is about to be replaced). They stay as they are until the process ends. Whether it waits in
/// the code of such an extension.
fn keep_objects_of(coroutine: &Coroutine) -> bool {
    let frame = coroutine.frame.get();
    if frame.is_null() {
        return false;
    }
    // SAFETY: the frame of a parked coroutine is live, and so is its function.
    let extension = unsafe { frame::internal_function(frame) }
        .map_or(std::ptr::null_mut(), |function| function.module);
    // What waits in a function of ours is consistent whenever it waits.
    // SAFETY: a module's entry and its name live as long as the process.
    if extension.is_null() || unsafe { CStr::from_ptr((*extension).name) } == c"cenote" {
        return false;
    }
    // SAFETY: the frame of a call that has not returned.
    let this = unsafe { frame::this_object(frame) };
    let store = &globals::executor().objects_store;
    for at in 1..store.top as usize {
        // SAFETY: entries below `top` are objects, or free places, which are marked in the lowest bit. Flags are the
        // engine's way to say that the object's own clean-up has been done.
        unsafe {
            let object = *store.object_buckets.add(at);
            if object as usize & 1 == 0
                && belongs_to((*object).ce, extension)
                && (object == this || !AT_REST.get().is_some_and(|tell| tell(object)))
            {
                (*object).gc.u.type_info |= sys::IS_OBJ_FREE_CALLED;
            }
        }
    }
    // Streams of PHP itself are no objects: the engine closes them.
    // SAFETY: the entry of a module lives as long as the process, and has a name.
    let name = unsafe { CStr::from_ptr((*extension).name) };
    name != c"standard"
}

/// Ends a connection that stays open although nobody uses it any more: its server is not to wait for us, with a transaction open. What is
/// no connection may be others' as well.
fn cut(fd: RawFd) {
    let mut peer = std::mem::MaybeUninit::<libc::sockaddr_storage>::uninit();
    let mut length = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
    // SAFETY: space of that size; shutting down frees nothing, and a number that is no socket's is refused.
    unsafe {
        if libc::getpeername(fd, peer.as_mut_ptr().cast(), &raw mut length) == 0 {
            libc::shutdown(fd, libc::SHUT_RDWR);
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
