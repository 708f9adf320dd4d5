//! Calls of a library that holds locks of the whole process meanwhile, and calls functions of the user: SQLite on a database
//! with a shared cache. Another coroutine would wait for the lock in the library, where nobody can let this one go on, so none is
//! switched to (SPEC 26.8).

use crate::zend::{globals::engine_local, sys};
use std::cell::Cell;

engine_local! {
    /// How many such calls are open.
    static OPEN: Cell<u32> = Cell::new(0);
}

pub(in crate::runtime) fn begin_request() {
    OPEN.set(0);
}

/// Whether such a call is why nobody may be switched to.
#[inline]
pub(crate) fn are_held() -> bool {
    OPEN.get() != 0
}

/// Makes such a call.
pub(crate) fn hold(call: impl FnOnce()) {
    // SAFETY: a counter of the engine, raised and lowered around a call that returns. If the call is left by a jump, the
    // request is over, and the engine starts the next one at zero, as we do.
    unsafe { sys::zend_fiber_switch_block() };
    OPEN.set(OPEN.get() + 1);
    call();
    OPEN.set(OPEN.get() - 1);
    // SAFETY: lowers the counter that was raised before the call, once.
    unsafe { sys::zend_fiber_switch_unblock() };
}
