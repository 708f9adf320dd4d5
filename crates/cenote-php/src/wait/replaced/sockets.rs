//! Calls that block in the kernel itself: those that receive, accept and connect, of ext/sockets and of PHP's own streams.
//!
//! They wait in the reactor first and are then made as they are. Only in the objects named here: client libraries poll
//! around their own reads and writes, and OpenSSL's errors are kept per thread, so nothing may run in between there.

use super::{
    blocking::{self, BlockingCall},
    polling,
};
use crate::runtime::WaitMode;
use crate::wait::descriptor;
use crate::wait::patching::{
    gate,
    patcher::{Place, Replacement, Replacements},
};
use libc::{c_int, c_void, msghdr, size_t, sockaddr, socklen_t, ssize_t};

const SOCKETS: Place = Place::Extension(c"sockets");
const PROGRAM: Place = Place::Only("");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "accept", function: accept as *const c_void, place: SOCKETS },
    Replacement { name: "accept4", function: accept4 as *const c_void, place: SOCKETS },
    Replacement { name: "connect", function: connect as *const c_void, place: SOCKETS },
    Replacement { name: "recv", function: recv as *const c_void, place: SOCKETS },
    Replacement { name: "recvfrom", function: recvfrom as *const c_void, place: SOCKETS },
    Replacement { name: "recvmsg", function: recvmsg as *const c_void, place: SOCKETS },
    // stream_socket_recvfrom(); other reads of streams wait before, and come with MSG_DONTWAIT.
    Replacement { name: "recv", function: recv as *const c_void, place: PROGRAM },
    Replacement { name: "recvfrom", function: recvfrom as *const c_void, place: PROGRAM },
]);

/// `Err` is the result of a call that is not to be made.
fn before_accepting(fd: c_int) -> Result<(), c_int> {
    match BlockingCall::on_socket(fd, 0, libc::SO_RCVTIMEO) {
        Some(call) => call.wait(libc::POLLIN),
        None => Ok(()),
    }
}

/// A call that may wait. One on a listening socket fails at once.
fn receiving(fd: c_int, flags: c_int) -> Option<BlockingCall> {
    BlockingCall::on_socket(fd, flags, libc::SO_RCVTIMEO).filter(|_| !descriptor::is_listening(fd))
}

/// `part` receives into what is left: it is told how much was received, and the flags. With `MSG_WAITALL` the kernel would
/// wait for the rest: here it is taken as it comes.
fn receive(
    fd: c_int,
    size: usize,
    flags: c_int,
    mut part: impl FnMut(usize, c_int) -> ssize_t,
) -> ssize_t {
    if let Ok(received) = blocking::at_once(fd, flags, None, |flags| part(0, flags)) {
        return received;
    }
    if let Err(failed) = blocking::refuse_in_unsettled_child() {
        return failed;
    }
    let Some(call) = receiving(fd, flags) else { return part(0, flags) };
    let is_for_all = flags & (libc::MSG_WAITALL | libc::MSG_PEEK) == libc::MSG_WAITALL;
    if !is_for_all || !descriptor::is_stream(fd) {
        return match call.wait(libc::POLLIN) {
            Ok(()) => part(0, flags),
            Err(failed) => failed as ssize_t,
        };
    }
    let flags = flags & !libc::MSG_WAITALL | libc::MSG_DONTWAIT;
    call.in_parts(0, size, libc::POLLIN, |received| part(received, flags))
}

unsafe extern "C" fn accept(fd: c_int, address: *mut sockaddr, size: *mut socklen_t) -> c_int {
    match before_accepting(fd) {
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
    match before_accepting(fd) {
        // SAFETY: the caller's arguments go on as they are.
        Ok(()) => unsafe { libc::accept4(fd, address, size, flags) },
        Err(failed) => failed,
    }
}

unsafe extern "C" fn recv(fd: c_int, buffer: *mut c_void, size: size_t, flags: c_int) -> ssize_t {
    // SAFETY: the caller's arguments, from where nothing was received yet.
    receive(fd, size, flags, |received, flags| unsafe {
        libc::recv(fd, buffer.byte_add(received), size - received, flags)
    })
}

unsafe extern "C" fn recvfrom(
    fd: c_int,
    buffer: *mut c_void,
    size: size_t,
    flags: c_int,
    address: *mut sockaddr,
    address_size: *mut socklen_t,
) -> ssize_t {
    // SAFETY: the caller's buffer from the part on that is not filled yet; the address of each part is the same one.
    receive(fd, size, flags, |received, flags| unsafe {
        let (buffer, size) = (buffer.byte_add(received), size - received);
        libc::recvfrom(fd, buffer, size, flags, address, address_size)
    })
}

unsafe extern "C" fn recvmsg(fd: c_int, message: *mut msghdr, flags: c_int) -> ssize_t {
    let waited = receiving(fd, flags).map_or(Ok(()), |call| call.wait(libc::POLLIN));
    match waited {
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
    if place == WaitMode::Block || descriptor::is_nonblocking(fd) {
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
