//! `sigtimedwait` and `sigwaitinfo`: the signals that are waited for become a descriptor meanwhile.

use super::replaced::polling;
use crate::{
    runtime::{WaitMode, precise_now},
    wait::patching::{
        gate,
        patcher::{Place, Replacement, Replacements},
    },
};
use cenote_core::Time;
use libc::{c_int, c_void, siginfo_t, sigset_t, timespec};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

const PROGRAM: Place = Place::Only("");
const PCNTL: Place = Place::Only("pcntl.so");

pub(super) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "sigtimedwait", function: sigtimedwait as *const c_void, place: PROGRAM },
    Replacement { name: "sigtimedwait", function: sigtimedwait as *const c_void, place: PCNTL },
    Replacement { name: "sigwaitinfo", function: sigwaitinfo as *const c_void, place: PROGRAM },
    Replacement { name: "sigwaitinfo", function: sigwaitinfo as *const c_void, place: PCNTL },
]);

unsafe extern "C" fn sigwaitinfo(set: *const sigset_t, info: *mut siginfo_t) -> c_int {
    // SAFETY: the caller's arguments.
    unsafe { sigtimedwait(set, info, std::ptr::null()) }
}

unsafe extern "C" fn sigtimedwait(
    set: *const sigset_t,
    info: *mut siginfo_t,
    timeout: *const timespec,
) -> c_int {
    // SAFETY: by contract a set, null or a place for a record, null or a time span; the descriptor is new, and then owned.
    unsafe {
        let nothing = timespec { tv_sec: 0, tv_nsec: 0 };
        let take = || libc::sigtimedwait(set, info, &raw const nothing);
        let Ok(span) = polling::span_of(timeout) else {
            return libc::sigtimedwait(set, info, timeout);
        };
        if span == Some(0) || gate::place() == WaitMode::Block {
            return libc::sigtimedwait(set, info, timeout);
        }
        let fd = libc::signalfd(-1, set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK);
        if fd < 0 {
            return libc::sigtimedwait(set, info, timeout);
        }
        let signals = OwnedFd::from_raw_fd(fd);
        let until = span.map(|span| Time(precise_now().0.saturating_add(span)));
        loop {
            let taken = take();
            if taken >= 0 || gate::errno() != libc::EAGAIN {
                return taken;
            }
            let place = gate::place();
            let left = until.map(|until| until.since(precise_now()));
            if place == WaitMode::Block {
                return libc::sigtimedwait(set, info, timeout);
            }
            match polling::until_ready(signals.as_raw_fd(), libc::POLLIN, left, place) {
                Ok(true) => {}
                Ok(false) => return gate::fail(libc::EAGAIN),
                Err(errno) => return gate::fail(errno),
            }
        }
    }
}
