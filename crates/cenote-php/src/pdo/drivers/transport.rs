//! TCP options of the pool's connections.

use std::{ffi::c_int, os::fd::RawFd};

/// A link is looked at after this many seconds without traffic, then at the same interval …
const KEEP_ALIVE_AFTER: c_int = 15;
/// … of these, and given up after this many that nobody acknowledged.
const KEEP_ALIVE_INTERVAL: c_int = 5;
const KEEP_ALIVE_PROBES: c_int = 3;
/// The connection ends if what was sent is not acknowledged for this many milliseconds.
const UNACKNOWLEDGED_LIMIT: c_int = 30_000;

/// What a driver's own configuration says of dead links: names as libpq has them, and values.
#[derive(Default)]
pub(in crate::pdo) struct LinkOptions(Vec<(Vec<u8>, Vec<u8>)>);

impl LinkOptions {
    /// The names that count.
    pub(in crate::pdo) const NAMES: [&str; 5] = [
        "keepalives",
        "keepalives_idle",
        "keepalives_interval",
        "keepalives_count",
        "tcp_user_timeout",
    ];

    pub(in crate::pdo) fn add(&mut self, name: &[u8], value: &[u8]) {
        self.0.push((name.to_vec(), value.to_vec()));
    }

    fn value(&self, name: &str) -> Option<&[u8]> {
        let found = self.0.iter().find(|(known, _)| known == name.as_bytes());
        found.map(|(_, value)| value.as_slice())
    }

    fn switches_keep_alive_off(&self) -> bool {
        let value = self.value("keepalives").unwrap_or_default().trim_ascii();
        !value.is_empty() && value.iter().all(|&byte| byte == b'0')
    }
}

/// Small queries go out at once (SPEC 27.4), which not every driver sees to by itself, and a dead link ends by itself
/// (SPEC 22.8). What is no TCP socket refuses, and has no need. What the driver was told of a limit is left as it is.
pub(in crate::pdo) fn tune(socket: RawFd, told: &LinkOptions) {
    set(socket, libc::IPPROTO_TCP, libc::TCP_NODELAY, 1);
    let unless_told = |name: &str, level, option, value| {
        if told.value(name).is_none() {
            set(socket, level, option, value);
        }
    };
    if !told.switches_keep_alive_off() {
        let tcp = libc::IPPROTO_TCP;
        set(socket, libc::SOL_SOCKET, libc::SO_KEEPALIVE, 1);
        unless_told("keepalives_idle", tcp, libc::TCP_KEEPIDLE, KEEP_ALIVE_AFTER);
        unless_told("keepalives_interval", tcp, libc::TCP_KEEPINTVL, KEEP_ALIVE_INTERVAL);
        unless_told("keepalives_count", tcp, libc::TCP_KEEPCNT, KEEP_ALIVE_PROBES);
    }
    unless_told(
        "tcp_user_timeout",
        libc::IPPROTO_TCP,
        libc::TCP_USER_TIMEOUT,
        UNACKNOWLEDGED_LIMIT,
    );
}

fn set(socket: RawFd, level: c_int, option: c_int, value: c_int) {
    // SAFETY: one `int` is read.
    unsafe {
        let size = size_of_val(&value) as libc::socklen_t;
        libc::setsockopt(socket, level, option, (&raw const value).cast(), size);
    }
}
