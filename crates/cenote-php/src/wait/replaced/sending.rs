//! Sending on blocking sockets: what fits at once, and the rest when there is room, until all is sent, as the kernel does.

use super::{blocking::BlockingCall, sleeping};
use crate::wait::patching::{
    gate,
    patcher::{Place, Replacement, Replacements},
};
use crate::wait::{descriptor, writers};
use libc::{c_int, c_void, iovec, msghdr, size_t, sockaddr, socklen_t, ssize_t};

const SOCKETS: Place = Place::Only("sockets.so");
const PROGRAM: Place = Place::Only("");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "send", function: send as *const c_void, place: SOCKETS },
    Replacement { name: "sendto", function: sendto as *const c_void, place: SOCKETS },
    Replacement { name: "sendmsg", function: sendmsg as *const c_void, place: SOCKETS },
    Replacement { name: "write", function: write as *const c_void, place: SOCKETS },
    Replacement { name: "send", function: send as *const c_void, place: PROGRAM },
    Replacement { name: "sendto", function: sendto as *const c_void, place: PROGRAM },
]);

/// The queue of a datagram's receiver may be full while the socket counts as ready: then it is tried again after so many
/// nanoseconds.
const PAUSE: u64 = 1_000_000;

/// `part` sends what fits of what is left: it is told how much was sent, and the flags.
fn send_all(
    fd: c_int,
    size: usize,
    flags: c_int,
    mut part: impl FnMut(usize, c_int) -> ssize_t,
) -> ssize_t {
    let Some(call) = BlockingCall::on_socket(fd, flags, libc::SO_SNDTIMEO) else {
        return part(0, flags);
    };
    let flags = flags | libc::MSG_DONTWAIT;
    if descriptor::is_stream(fd) {
        return match writers::take(fd) {
            Ok(_turn) => call.in_parts(size, libc::POLLOUT, |sent| part(sent, flags)),
            Err(errno) => gate::fail(errno) as ssize_t,
        };
    }
    send_message(&call, || part(0, flags))
}

/// A message goes as a whole or not at all.
fn send_message(call: &BlockingCall, mut send: impl FnMut() -> ssize_t) -> ssize_t {
    let mut is_full_while_ready = false;
    loop {
        let sent = send();
        if sent >= 0 || gate::errno() != libc::EAGAIN {
            return sent;
        }
        if is_full_while_ready {
            sleeping::park_for(PAUSE);
        }
        if let Err(failed) = call.wait(libc::POLLOUT) {
            return failed as ssize_t;
        }
        is_full_while_ready = true;
    }
}

unsafe extern "C" fn send(fd: c_int, buffer: *const c_void, size: size_t, flags: c_int) -> ssize_t {
    // SAFETY: the caller's arguments, from where they are not sent yet.
    send_all(fd, size, flags, |sent, flags| unsafe {
        libc::send(fd, buffer.byte_add(sent), size - sent, flags)
    })
}

unsafe extern "C" fn sendto(
    fd: c_int,
    buffer: *const c_void,
    size: size_t,
    flags: c_int,
    address: *const sockaddr,
    address_size: socklen_t,
) -> ssize_t {
    // SAFETY: the caller's buffer from the part on that is not sent yet, and its address.
    send_all(fd, size, flags, |sent, flags| unsafe {
        libc::sendto(fd, buffer.byte_add(sent), size - sent, flags, address, address_size)
    })
}

unsafe extern "C" fn write(fd: c_int, buffer: *const c_void, size: size_t) -> ssize_t {
    // SAFETY: the caller's buffer and its length; to send without flags is to write.
    unsafe { if size == 0 { libc::write(fd, buffer, size) } else { send(fd, buffer, size, 0) } }
}

unsafe extern "C" fn sendmsg(fd: c_int, message: *const msghdr, flags: c_int) -> ssize_t {
    // SAFETY: by contract a readable record with an array of that many parts.
    let parts = unsafe {
        let count = (*message).msg_iovlen;
        if count == 0 { &[] } else { std::slice::from_raw_parts((*message).msg_iov, count) }
    };
    let size = parts.iter().map(|part| part.iov_len).sum();
    send_all(fd, size, flags, |sent, flags| {
        if sent == 0 {
            // SAFETY: the caller's arguments.
            return unsafe { libc::sendmsg(fd, message, flags) };
        }
        let mut rest = after(parts, sent);
        // SAFETY: a copy of the caller's record; what goes with the message went with its beginning.
        unsafe {
            let mut left = *message;
            (left.msg_iov, left.msg_iovlen) = (rest.as_mut_ptr(), rest.len() as _);
            (left.msg_control, left.msg_controllen) = (std::ptr::null_mut(), 0);
            libc::sendmsg(fd, &raw const left, flags)
        }
    })
}

/// The parts without their first `sent` bytes.
fn after(parts: &[iovec], mut sent: usize) -> Vec<iovec> {
    let mut rest = Vec::new();
    for part in parts {
        let skipped = sent.min(part.iov_len);
        sent -= skipped;
        if skipped < part.iov_len {
            rest.push(iovec {
                iov_base: part.iov_base.wrapping_byte_add(skipped),
                iov_len: part.iov_len - skipped,
            });
        }
    }
    rest
}
