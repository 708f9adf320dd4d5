//! The moment after all extensions have started, before any PHP code, opcache's preloaded scripts included.

use super::{globals::SetAtStart, started::Hook};
use crate::zend::{control::entry, sys};
use std::{cell::RefCell, ffi::c_int};

type Callback = fn();

static CALLBACKS: SetAtStart<RefCell<Vec<Callback>>> = SetAtStart::new(RefCell::new(Vec::new()));
static HOOK: SetAtStart<Hook<unsafe extern "C" fn() -> c_int>> = SetAtStart::new(Hook::new());

/// Has `callback` called then. Called at module start-up.
pub(crate) fn afterwards(callback: Callback) {
    CALLBACKS.borrow_mut().push(callback);
    // SAFETY: module start-up: the hook that was there is called by ours.
    unsafe { HOOK.install(&raw mut sys::zend_post_startup_cb, started) };
}

unsafe extern "C" fn started() -> c_int {
    entry::boundary(|| {
        // The next start of the module brings its own.
        for callback in CALLBACKS.take() {
            callback();
        }
    });
    match HOOK.next() {
        // SAFETY: the hook that was there before us, called as the engine would.
        Some(next) => unsafe { next() },
        None => sys::SUCCESS as c_int,
    }
}
