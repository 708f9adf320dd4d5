//! In which call of the kernel a thread is, as the kernel says it.

use libc::c_long;
use std::{io::Read, path::PathBuf};

/// The calls that wait, by their numbers.
const NAMES: &[(c_long, &str)] = &[
    (libc::SYS_accept, "accept"),
    (libc::SYS_accept4, "accept4"),
    (libc::SYS_clock_nanosleep, "clock_nanosleep"),
    (libc::SYS_close, "close"),
    (libc::SYS_connect, "connect"),
    (libc::SYS_copy_file_range, "copy_file_range"),
    (libc::SYS_epoll_pwait, "epoll_pwait"),
    (libc::SYS_fallocate, "fallocate"),
    (libc::SYS_fcntl, "fcntl"),
    (libc::SYS_fdatasync, "fdatasync"),
    (libc::SYS_flock, "flock"),
    (libc::SYS_fsync, "fsync"),
    (libc::SYS_ftruncate, "ftruncate"),
    (libc::SYS_futex, "futex"),
    (libc::SYS_getdents64, "getdents64"),
    (libc::SYS_ioctl, "ioctl"),
    (libc::SYS_msgrcv, "msgrcv"),
    (libc::SYS_msgsnd, "msgsnd"),
    (libc::SYS_nanosleep, "nanosleep"),
    (libc::SYS_openat, "openat"),
    (libc::SYS_ppoll, "ppoll"),
    (libc::SYS_pread64, "pread64"),
    (libc::SYS_pselect6, "pselect6"),
    (libc::SYS_pwrite64, "pwrite64"),
    (libc::SYS_read, "read"),
    (libc::SYS_readv, "readv"),
    (libc::SYS_recvfrom, "recvfrom"),
    (libc::SYS_recvmmsg, "recvmmsg"),
    (libc::SYS_recvmsg, "recvmsg"),
    (libc::SYS_rt_sigsuspend, "rt_sigsuspend"),
    (libc::SYS_rt_sigtimedwait, "rt_sigtimedwait"),
    (libc::SYS_semop, "semop"),
    (libc::SYS_semtimedop, "semtimedop"),
    (libc::SYS_sendfile, "sendfile"),
    (libc::SYS_sendmsg, "sendmsg"),
    (libc::SYS_sendto, "sendto"),
    (libc::SYS_sync, "sync"),
    (libc::SYS_unlinkat, "unlinkat"),
    (libc::SYS_wait4, "wait4"),
    (libc::SYS_waitid, "waitid"),
    (libc::SYS_write, "write"),
    (libc::SYS_writev, "writev"),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_epoll_wait, "epoll_wait"),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, "open"),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_pause, "pause"),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_poll, "poll"),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_rename, "rename"),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_select, "select"),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_unlink, "unlink"),
];

pub(super) fn name(number: c_long) -> String {
    let known = NAMES.iter().find(|(known, _)| *known == number);
    known.map_or_else(|| format!("number {number}"), |(_, name)| (*name).to_owned())
}

/// Asks about one thread of this process.
pub(super) struct Question {
    path: PathBuf,
}

impl Question {
    /// About the calling thread, to be asked by another one.
    pub(super) fn about_this_thread() -> Self {
        // SAFETY: asks for a number.
        let thread = unsafe { libc::gettid() };
        Question { path: format!("/proc/self/task/{thread}/syscall").into() }
    }

    /// `None`: it is in none, or the kernel does not say.
    pub(super) fn ask(&self) -> Option<c_long> {
        let mut text = [0; 16];
        let length = std::fs::File::open(&self.path).ok()?.read(&mut text).ok()?;
        // "running", or the number and the arguments; -1 is a wait in the middle of ordinary code.
        let number = std::str::from_utf8(&text[..length]).ok()?.split(' ').next()?.parse().ok()?;
        (number >= 0).then_some(number)
    }
}
