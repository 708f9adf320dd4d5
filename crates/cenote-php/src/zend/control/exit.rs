//! Where `exit()` passes: an opcode up to PHP 8.3, for which the engine offers a hook that leaves the JIT on; a function
//! since PHP 8.4.

use crate::zend::{module::globals::SetAtStart, sys};
use std::cell::Cell;

type Callback = fn();

static SEEN: SetAtStart<Cell<Option<Callback>>> = SetAtStart::new(Cell::new(None));

/// Has `seen` called whenever PHP code exits. Called at module start-up.
pub(crate) fn watch(seen: Callback) {
    SEEN.set(Some(seen));
    hook::install();
}

/// Module shutdown.
pub(crate) fn unwatch() {
    hook::remove();
}

fn note() {
    if let Some(seen) = SEEN.get() {
        seen();
    }
}

#[cfg(not(php84))]
mod hook {
    use super::{SetAtStart, sys};
    use crate::zend::module::started::Hook;
    use std::ffi::c_int;

    type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data) -> c_int;

    static HOOK: SetAtStart<Hook<Handler>> = SetAtStart::new(Hook::new());

    pub(super) fn install() {
        // SAFETY: a copy of the engine's.
        change(|handler| unsafe { HOOK.install(handler, on_exit) });
    }

    /// The engine keeps handlers of opcodes from one start to the next.
    pub(super) fn remove() {
        // SAFETY: the table of handlers is a copy of the engine's, which takes it when this returns.
        change(|handler| unsafe { HOOK.remove(handler, on_exit) });
    }

    fn change(change: impl FnOnce(&mut Option<Handler>)) {
        // SAFETY: module start-up or shutdown.
        unsafe {
            let mut handler = sys::zend_get_user_opcode_handler(sys::ZEND_EXIT as u8);
            change(&mut handler);
            sys::zend_set_user_opcode_handler(sys::ZEND_EXIT as u8, handler);
        }
    }

    unsafe extern "C" fn on_exit(frame: *mut sys::zend_execute_data) -> c_int {
        super::note();
        match HOOK.next() {
            // SAFETY: the hook that was there before us, called as the engine would.
            Some(next) => unsafe { next(frame) },
            None => sys::ZEND_USER_OPCODE_DISPATCH as c_int,
        }
    }
}

#[cfg(php84)]
mod hook {
    use super::{Cell, SetAtStart, sys};
    use crate::zend::{ClassRef, module::globals};

    static NEXT: SetAtStart<Cell<sys::zif_handler>> = SetAtStart::new(Cell::new(None));

    pub(super) fn install() {
        for name in ["exit", "die"] {
            let Some(function) = ClassRef::find_function(name) else { continue };
            // SAFETY: module start-up; an internal function of the engine, which lives as long as the process. Both names
            // have the same handler.
            unsafe {
                NEXT.set((*function).internal_function.handler);
                (*function).internal_function.handler = Some(on_exit);
            }
        }
    }

    /// The functions go with the engine's table.
    pub(super) fn remove() {}

    unsafe extern "C" fn on_exit(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
        let Some(next) = NEXT.get() else { return };
        // SAFETY: the engine's own handler with the engine's arguments; it may jump, with nothing of ours on the way.
        unsafe { next(frame, result) };
        let pending = globals::executor().exception;
        // SAFETY: a pending exception is live. With arguments of a wrong type it is another one.
        if !pending.is_null() && unsafe { sys::zend_is_unwind_exit(pending) } {
            super::note();
        }
    }
}
