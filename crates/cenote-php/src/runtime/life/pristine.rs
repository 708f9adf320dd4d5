//! Whether a coroutine has anything yet that would end with it (SPEC 48.10).

use crate::{
    runtime::{
        coroutines::{coroutine::Coroutine, fiber_flows, scheduler},
        engine::{handlers::Handlers, output::Buffers, statics::Statics},
    },
    zend::{globals, sys},
};
use std::rc::Rc;

/// Whether another task may run in the running coroutine or Fiber as in a new one. Handlers, buffers and the like are a
/// coroutine's: to its Fibers they are common, as on stock.
pub(in crate::runtime) fn is_running_one_pristine() -> bool {
    let (me, flow) = (scheduler::running(), fiber_flows::running());
    if Rc::ptr_eq(&me, &flow) {
        !scheduler::is_main_running() && owns_nothing(&me) && has_changed_nothing(&me)
    } else {
        owns_nothing(&flow)
    }
}

fn owns_nothing(me: &Coroutine) -> bool {
    me.end_hooks.is_empty()
        && !me.is_known.get()
        && !me.context_object.is_some()
        && !me.finally.is_some()
        && !me.keeps.is_some()
        && !me.outstanding.is_some()
        && !me.early.is_some()
        && me.shields.get() == 0
        && !me.request.is_some()
        && is_seen_by_nobody(me)
}

/// Its object may be held, be a key of a weak map, or be watched otherwise.
fn is_seen_by_nobody(me: &Coroutine) -> bool {
    const KEPT_BY_US: u32 = 1;
    let object = me.object.get();
    // SAFETY: the pointer is cleared when the object is freed.
    object.is_null() || unsafe { (*object).gc.refcount == KEPT_BY_US && !is_watched(object) }
}

/// # Safety
/// A live object.
unsafe fn is_watched(object: *mut sys::zend_object) -> bool {
    // SAFETY: by the contract.
    unsafe { (*object).gc.u.type_info & sys::IS_OBJ_WEAKLY_REFERENCED != 0 }
}

fn has_changed_nothing(me: &Coroutine) -> bool {
    globals::executor().error_reporting == me.error_reporting
        && Handlers::nothing_is_stacked()
        && Handlers::which() == me.first_handlers.get()
        && Statics::is_neutral()
        && Buffers::is_neutral()
}
