//! TCP options of the pool's connections.

use std::{ffi::c_int, os::fd::RawFd};

/// A link is looked at after this many seconds without traffic, then at the same interval …
const KEEP_ALIVE_AFTER: c_int = 15;
/// … of these, and given up after this many that nobody acknowledged.
const KEEP_ALIVE_INTERVAL: c_int = 5;
const KEEP_ALIVE_PROBES: c_int = 3;
/// What is sent and not acknowledged for so many milliseconds ends the connection.
const UNACKNOWLEDGED_LIMIT: c_int = 30_000;

/// Small queries go out at once (SPEC 27.4), which not every driver sees to by itself, and a dead link ends by itself
/// (SPEC 22.8). What is no TCP socket refuses, and has no need. What the DSN says of a limit is left as it is.
pub(super) fn tune(socket: RawFd, dsn: &[u8]) {
    set(socket, libc::IPPROTO_TCP, libc::TCP_NODELAY, 1);
    if !mentions(dsn, b"keepalives") {
        set(socket, libc::SOL_SOCKET, libc::SO_KEEPALIVE, 1);
        set(socket, libc::IPPROTO_TCP, libc::TCP_KEEPIDLE, KEEP_ALIVE_AFTER);
        set(socket, libc::IPPROTO_TCP, libc::TCP_KEEPINTVL, KEEP_ALIVE_INTERVAL);
        set(socket, libc::IPPROTO_TCP, libc::TCP_KEEPCNT, KEEP_ALIVE_PROBES);
    }
    if !mentions(dsn, b"tcp_user_timeout") {
        set(socket, libc::IPPROTO_TCP, libc::TCP_USER_TIMEOUT, UNACKNOWLEDGED_LIMIT);
    }
}

fn mentions(dsn: &[u8], option: &[u8]) -> bool {
    dsn.windows(option.len()).any(|part| part == option)
}

fn set(socket: RawFd, level: c_int, option: c_int, value: c_int) {
    // SAFETY: one `int` is read.
    unsafe {
        let size = size_of_val(&value) as libc::socklen_t;
        libc::setsockopt(socket, level, option, (&raw const value).cast(), size);
    }
}
