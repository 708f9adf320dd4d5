//! Sending on blocking sockets: what fits at once, and the rest when there is room, until all is sent, as the kernel does.

use super::blocking::{self, BlockingCall};
use crate::runtime::Signal;
use crate::wait::patching::{
    gate,
    patcher::{Place, Replacement, Replacements},
};
use crate::wait::{
    descriptor,
    retrying::{self, Ended},
    writers,
};
use libc::{c_int, c_void, iovec, msghdr, size_t, sockaddr, socklen_t, ssize_t};

const SOCKETS: Place = Place::Extension(c"sockets");
const PROGRAM: Place = Place::Only("");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "send", function: send as *const c_void, place: SOCKETS },
    Replacement { name: "sendto", function: sendto as *const c_void, place: SOCKETS },
    Replacement { name: "sendmsg", function: sendmsg as *const c_void, place: SOCKETS },
    // Where ext/sockets is built into PHP, that one's writes are `pipes`', which knows whose they are.
    Replacement {
        name: "write",
        function: write as *const c_void,
        place: Place::Only("sockets.so"),
    },
    Replacement { name: "send", function: send as *const c_void, place: PROGRAM },
    Replacement { name: "sendto", function: sendto as *const c_void, place: PROGRAM },
]);

/// `part` sends what fits of what is left: it is told how much was sent, and the flags.
fn send_all(
    fd: c_int,
    size: usize,
    flags: c_int,
    mut part: impl FnMut(usize, c_int) -> ssize_t,
) -> ssize_t {
    let begun = match blocking::at_once(fd, flags, Some(size), |flags| part(0, flags)) {
        Ok(sent) => return sent,
        Err(begun) => begun,
    };
    if let Err(failed) = blocking::refuse_in_unsettled_child() {
        return failed;
    }
    let Some(call) = BlockingCall::on_socket(fd, flags, libc::SO_SNDTIMEO) else {
        return if begun == 0 { part(0, flags) } else { begun as ssize_t };
    };
    if descriptor::is_stream(fd) {
        let flags = flags | libc::MSG_DONTWAIT;
        return match writers::take(fd) {
            Ok(_turn) => call.in_parts(begun, size, libc::POLLOUT, |sent| part(sent, flags)),
            Err(errno) => blocking::part_or(begun, gate::fail(errno) as ssize_t),
        };
    }
    send_message(&call, flags, |flags| part(0, flags))
}

/// A message goes as a whole or not at all. The queue of its receiver may be full while the socket counts as ready: then it is tried
/// again.
fn send_message(
    call: &BlockingCall,
    flags: c_int,
    mut send: impl FnMut(c_int) -> ssize_t,
) -> ssize_t {
    let mut attempt = || {
        let sent = send(flags | libc::MSG_DONTWAIT);
        (sent >= 0 || gate::errno() != libc::EAGAIN).then_some(sent)
    };
    if let Some(sent) = attempt() {
        return sent;
    }
    if let Err(failed) = call.wait(libc::POLLOUT) {
        return failed as ssize_t;
    }
    loop {
        let in_time = || attempt().or_else(|| call.is_over().then(|| failed(libc::EAGAIN)));
        match retrying::until_some(in_time) {
            Ok(sent) => return sent,
            Err(Ended::Alone) => return send(flags),
            Err(Ended::Signal(Signal::Restarting)) => {}
            Err(Ended::Signal(Signal::Interrupting)) => return failed(libc::EINTR),
            // To streams this means "nothing now".
            Err(Ended::Cancelled) => return failed(libc::EAGAIN),
        }
    }
}

fn failed(errno: c_int) -> ssize_t {
    gate::fail(errno) as ssize_t
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

pub(super) unsafe extern "C" fn write(fd: c_int, buffer: *const c_void, size: size_t) -> ssize_t {
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
