//! Calls that change what the other files rely on: which descriptors are open, which libraries are loaded.

use super::{
    gate,
    patcher::{self, Place, Replacement, Replacements},
    turns,
};
use crate::{
    runtime::{self, reactor, signal_handlers},
    wait::{descriptor, replaced::signals, signal_waits},
};
use libc::{FILE, c_char, c_int, c_void};
use std::sync::Once;

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement::everywhere("close", close as *const c_void),
    // libc closes its descriptor inside itself: PHP's streams have one of these after `fsync()`, for one.
    Replacement { name: "fclose", function: fclose as *const c_void, place: Place::Only("") },
    Replacement {
        name: "dlopen",
        function: dlopen as *const c_void,
        place: Place::WithoutSearchPath,
    },
]);

/// Called by signal handlers, too.
unsafe extern "C" fn close(fd: c_int) -> c_int {
    if gate::is_engine_thread() {
        descriptor::forget(fd);
        if reactor::is_awaited(fd) {
            if !signal_handlers::is_inside() {
                runtime::vacate_descriptor(fd);
            }
            reactor::closing(fd);
        }
    }
    // SAFETY: the caller's argument goes on as it is.
    unsafe { libc::close(fd) }
}

unsafe extern "C" fn fclose(file: *mut FILE) -> c_int {
    // SAFETY: by contract a live stream.
    unsafe {
        if gate::is_engine_thread() {
            descriptor::forget(libc::fileno(file));
        }
        libc::fclose(file)
    }
}

unsafe extern "C" fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void {
    // SAFETY: the caller's arguments go on as they are.
    let handle = unsafe { libc::dlopen(file, flags) };
    if !handle.is_null() && gate::is_engine_thread() {
        patcher::rescan();
    }
    handle
}

/// In a child process every descriptor of the parent is an inherited one.
pub(in crate::wait) fn watch_forks() {
    extern "C" fn in_child() {
        turns::after_fork();
        if gate::is_engine_thread() {
            signals::after_fork();
        }
        descriptor::note_inherited();
        signal_waits::forget_signal_waits();
    }
    static ONCE: Once = Once::new();
    // SAFETY: the handlers are functions of a module that is never unloaded.
    ONCE.call_once(|| unsafe {
        libc::pthread_atfork(Some(turns::before_fork), Some(turns::after_fork), Some(in_child));
    });
}
