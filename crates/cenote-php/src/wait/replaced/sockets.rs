//! Calls that block in the kernel itself: those of ext/sockets, reads of pipes.
//!
//! They wait in the reactor first and are then made as they are. Only in the objects named here: client libraries poll
//! around their own reads and writes, and OpenSSL's errors are kept per thread, so nothing may run in between there.

use super::polling;
use crate::{
    runtime::Foreign,
    wait::{
        descriptor,
        patching::{
            gate,
            patcher::{Place, Replacement, Replacements},
        },
    },
};
use libc::{c_int, c_void, msghdr, size_t, sockaddr, socklen_t, ssize_t};

const SOCKETS: Place = Place::Only("sockets.so");
const PROGRAM: Place = Place::Only("");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "accept", function: accept as *const c_void, place: SOCKETS },
    Replacement { name: "accept4", function: accept4 as *const c_void, place: SOCKETS },
    Replacement { name: "connect", function: connect as *const c_void, place: SOCKETS },
    Replacement { name: "recv", function: recv as *const c_void, place: SOCKETS },
    Replacement { name: "recvfrom", function: recvfrom as *const c_void, place: SOCKETS },
    Replacement { name: "recvmsg", function: recvmsg as *const c_void, place: SOCKETS },
    Replacement { name: "read", function: read as *const c_void, place: PROGRAM },
]);

/// Parks until a call on `fd` would not block any more; not at all if it never would. `Err` is the result of a call that
/// is not to be made.
fn before_call(fd: c_int, events: libc::c_short, limit: c_int, flags: c_int) -> Result<(), c_int> {
    let place = gate::place();
    if place == Foreign::Block || flags & libc::MSG_DONTWAIT != 0 || descriptor::is_nonblocking(fd)
    {
        return Ok(());
    }
    let limit = descriptor::time_limit(fd, limit);
    match polling::until_ready(fd, events, limit, place) {
        Ok(true) => Ok(()),
        Ok(false) => Err(gate::fail(libc::EAGAIN)),
        Err(libc::EINTR) => Err(gate::fail(libc::EINTR)),
        // To streams this means "nothing now": the pipe is not at its end.
        Err(_) => Err(gate::fail(libc::EAGAIN)),
    }
}

fn before_receiving(fd: c_int, flags: c_int) -> Result<(), c_int> {
    before_call(fd, libc::POLLIN, libc::SO_RCVTIMEO, flags)
}

unsafe extern "C" fn accept(fd: c_int, address: *mut sockaddr, size: *mut socklen_t) -> c_int {
    match before_receiving(fd, 0) {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::accept(fd, address, size) },
        Err(failed) => failed,
    }
}

/// ext/sockets calls it instead since PHP 8.5.
unsafe extern "C" fn accept4(
    fd: c_int,
    address: *mut sockaddr,
    size: *mut socklen_t,
    flags: c_int,
) -> c_int {
    match before_receiving(fd, 0) {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::accept4(fd, address, size, flags) },
        Err(failed) => failed,
    }
}

unsafe extern "C" fn recv(fd: c_int, buffer: *mut c_void, size: size_t, flags: c_int) -> ssize_t {
    match before_receiving(fd, flags) {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::recv(fd, buffer, size, flags) },
        Err(failed) => failed as ssize_t,
    }
}

unsafe extern "C" fn recvfrom(
    fd: c_int,
    buffer: *mut c_void,
    size: size_t,
    flags: c_int,
    address: *mut sockaddr,
    address_size: *mut socklen_t,
) -> ssize_t {
    match before_receiving(fd, flags) {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::recvfrom(fd, buffer, size, flags, address, address_size) },
        Err(failed) => failed as ssize_t,
    }
}

unsafe extern "C" fn recvmsg(fd: c_int, message: *mut msghdr, flags: c_int) -> ssize_t {
    match before_receiving(fd, flags) {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::recvmsg(fd, message, flags) },
        Err(failed) => failed as ssize_t,
    }
}

/// Connects without blocking, waits, and puts the socket's mode back.
unsafe extern "C" fn connect(fd: c_int, address: *const sockaddr, size: socklen_t) -> c_int {
    let place = gate::place();
    // SAFETY: the caller's arguments go on as they are.
    let original = || unsafe { libc::connect(fd, address, size) };
    if place == Foreign::Block || descriptor::is_nonblocking(fd) {
        return original();
    }
    descriptor::set_nonblocking(fd, true);
    let mut result = original();
    if result != 0 && gate::errno() == libc::EINPROGRESS {
        let limit = descriptor::time_limit(fd, libc::SO_SNDTIMEO);
        result = match polling::until_ready(fd, libc::POLLOUT, limit, place) {
            Ok(true) => match descriptor::pending_error(fd) {
                0 => 0,
                error => gate::fail(error),
            },
            Ok(false) => gate::fail(libc::EINPROGRESS),
            Err(errno) => gate::fail(errno),
        };
    }
    let errno = gate::errno();
    descriptor::set_nonblocking(fd, false);
    if result != 0 { gate::fail(errno) } else { 0 }
}

unsafe extern "C" fn read(fd: c_int, buffer: *mut c_void, size: size_t) -> ssize_t {
    if gate::place() != Foreign::Block && descriptor::is_pipe(fd) {
        if let Err(failed) = before_receiving(fd, 0) {
            return failed as ssize_t;
        }
    }
    // SAFETY: the caller's arguments go on as they are.
    unsafe { libc::read(fd, buffer, size) }
}
