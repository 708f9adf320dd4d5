//! What libraries say and hear in a child that a signal handler has forked in the middle of a call (SPEC 29.6).
//!
//! Until PHP code runs again, the child goes on with that call on its parent's connection: it would send what its parent sends, and take
//! an answer from it. So the connection is down there, as the library sees it. Between this look and the kernel there are a few
//! instructions in which a handler can still fork.
//!
//! libpq sends and receives by itself, encrypted or not ([`super::postgresql::settings_told`] has its `recv`). PHP's own streams, which
//! mysqlnd uses, are in [`super::replaced`] as long as they are not encrypted; if they are, OpenSSL reads and writes for them.

use super::{
    descriptor,
    patching::patcher::{Place, Replacement, Replacements},
    replaced::blocking::refuse_in_unsettled_child,
};
use crate::runtime;
use libc::{c_int, c_void, size_t, ssize_t};

const OPENSSL: Place = Place::Only("libcrypto.so");

pub(super) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "send", function: send as *const c_void, place: Place::Only("libpq.so") },
    Replacement { name: "read", function: read as *const c_void, place: OPENSSL },
    Replacement { name: "write", function: write as *const c_void, place: OPENSSL },
]);

unsafe extern "C" fn send(fd: c_int, buffer: *const c_void, size: size_t, flags: c_int) -> ssize_t {
    match refuse_in_unsettled_child() {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::send(fd, buffer, size, flags) },
        Err(failed) => failed,
    }
}

/// OpenSSL reads files and random numbers in the same way.
#[inline]
fn refuse_socket(fd: c_int) -> Result<(), ssize_t> {
    if runtime::is_fork_unsettled() && descriptor::is_socket(fd) {
        return refuse_in_unsettled_child();
    }
    Ok(())
}

unsafe extern "C" fn read(fd: c_int, buffer: *mut c_void, size: size_t) -> ssize_t {
    match refuse_socket(fd) {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::read(fd, buffer, size) },
        Err(failed) => failed,
    }
}

unsafe extern "C" fn write(fd: c_int, buffer: *const c_void, size: size_t) -> ssize_t {
    match refuse_socket(fd) {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::write(fd, buffer, size) },
        Err(failed) => failed,
    }
}
