//! Ticks of the script (`declare(ticks=1)`): the handlers of what has come run at the tick itself, as on stock PHP (SPEC 30.14).
//!
//! pcntl has a tick function of its own since the beginning of the request, so that ours comes after it: what pcntl hands over at a tick is
//! due by then. The opcode of a tick has saved where it is and looks for exceptions afterwards, but never for interrupts: the next
//! place that does may be many statements away.

use super::pcntl_handlers;
use crate::zend::{bailout, entry, exception, globals, globals::engine_local, sys};
use std::{
    cell::Cell,
    ffi::{c_int, c_void},
};

engine_local! {
    static ARE_WATCHED: Cell<bool> = Cell::new(false);
}

/// Has each tick of this request, and the running one, ask. PHP forgets its tick functions when the request ends.
pub(super) fn watch() {
    if !ARE_WATCHED.replace(true) {
        // SAFETY: during a request; the function takes no argument.
        unsafe { sys::php_add_tick_function(Some(on_tick), std::ptr::null_mut()) };
    }
}

pub(super) fn forget() {
    ARE_WATCHED.set(false);
}

unsafe extern "C" fn on_tick(_count: c_int, _argument: *mut c_void) {
    entry::boundary(|| {
        pcntl_handlers::release_held();
        if pcntl_handlers::are_due() && !bailout::pending() && !exception::pending() {
            run_due();
        }
    });
}

/// The engine forbids switching while its tick functions run, for the sake of those of the script, which know by a flag whether they
/// run. None of them does here: it is allowed for as long, unless somebody else forbids it too.
fn run_due() {
    // SAFETY: the opcode of the tick has blocked it, and unblocks it after this; a tick comes between two opcodes of the running frame.
    unsafe {
        sys::zend_fiber_switch_unblock();
        let _ = pcntl_handlers::run_due(globals::executor().current_execute_data);
        sys::zend_fiber_switch_block();
    }
}
