//! What libpq says and hears in a child that a signal handler has forked in the middle of a call (SPEC 29.6).
//!
//! Until PHP code runs again, the child goes on with that call on its parent's connection: it would send what its parent sends, and take
//! an answer from it. So the connection is down there, as libpq sees it. Between this look and the kernel there are a few instructions in
//! which a handler can still fork.

use crate::wait::{
    patching::patcher::{Place, Replacement, Replacements},
    replaced::blocking::refuse_in_unsettled_child,
};
use libc::{c_int, c_void, size_t, ssize_t};

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[Replacement {
    name: "send",
    function: send as *const c_void,
    place: Place::Only("libpq.so"),
}]);

unsafe extern "C" fn send(fd: c_int, buffer: *const c_void, size: size_t, flags: c_int) -> ssize_t {
    match refuse_in_unsettled_child() {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::send(fd, buffer, size, flags) },
        Err(failed) => failed,
    }
}
