//! Looking whether the server still speaks on an idle connection, without asking it (SPEC 20.2).
//!
//! A connection that was closed has an end of file to be read, often behind a last message. So the socket is looked at
//! without taking anything from it; only if something waits there, the kernel is asked whether the other side has hung up.

use crate::pdo::{drivers::Driver, stock::handle::Handle};
use std::{io, os::fd::RawFd};

/// Whether a connection may be handed out.
pub(in crate::pdo) fn is_open(driver: &dyn Driver, handle: Handle) -> bool {
    let Some(sockets) = driver.sockets() else { return false };
    let Some(socket) = sockets.socket(handle) else { return false };
    match peek(socket) {
        Peek::Nothing => true,
        Peek::Closed => false,
        Peek::Input(first) => sockets.allows_input(handle, first) && !has_hung_up(socket),
    }
}

enum Peek {
    Nothing,
    Input(u8),
    Closed,
}

fn peek(socket: RawFd) -> Peek {
    let mut first = 0_u8;
    loop {
        let flags = libc::MSG_PEEK | libc::MSG_DONTWAIT;
        // SAFETY: one byte is written to `first`.
        let read = unsafe { libc::recv(socket, (&raw mut first).cast(), 1, flags) };
        if read > 0 {
            return Peek::Input(first);
        }
        if read == 0 {
            return Peek::Closed;
        }
        match io::Error::last_os_error().kind() {
            io::ErrorKind::Interrupted => {}
            io::ErrorKind::WouldBlock => return Peek::Nothing,
            _ => return Peek::Closed,
        }
    }
}

/// Whether the other side has ended the connection, even if its last words are still to be read.
pub(in crate::pdo) fn has_hung_up(socket: RawFd) -> bool {
    let ended = libc::POLLRDHUP | libc::POLLHUP | libc::POLLERR;
    let mut question = libc::pollfd { fd: socket, events: libc::POLLIN | ended, revents: 0 };
    // SAFETY: one record, and no time to wait.
    unsafe { libc::poll(&raw mut question, 1, 0) };
    question.revents & (ended | libc::POLLNVAL) != 0
}
