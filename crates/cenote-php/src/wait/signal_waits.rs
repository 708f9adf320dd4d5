//! `sigtimedwait` and `sigwaitinfo`: the signals that are waited for become a descriptor meanwhile.
//!
//! The kernel takes even those that are not blocked, and calls no handler of theirs (`pcntl_signal()` unblocks its signal). So
//! they are blocked while somebody waits for them, but not in the processes that are started meanwhile.

use super::replaced::polling;
use crate::{
    runtime::{WaitMode, precise_now},
    wait::patching::{
        gate,
        patcher::{Place, Replacement, Replacements},
    },
    zend::globals::engine_local,
};
use cenote_core::Time;
use libc::{
    c_char, c_int, c_void, pid_t, posix_spawn_file_actions_t, posix_spawnattr_t, siginfo_t,
    sigset_t, timespec,
};
use std::{
    os::fd::{AsRawFd, FromRawFd, OwnedFd},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

const PROGRAM: Place = Place::Only("");
const PCNTL: Place = Place::Extension(c"pcntl");

pub(super) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "sigtimedwait", function: sigtimedwait as *const c_void, place: PCNTL },
    Replacement { name: "sigwaitinfo", function: sigwaitinfo as *const c_void, place: PCNTL },
    Replacement { name: "posix_spawn", function: posix_spawn as *const c_void, place: PROGRAM },
    Replacement { name: "posix_spawnp", function: posix_spawnp as *const c_void, place: PROGRAM },
]);

/// `proc_open()` from PHP 8.3 on. Unlike `fork`, these call nothing of ours in the child.
macro_rules! spawning {
    ($($name:ident)+) => {$(
        unsafe extern "C" fn $name(
            process: *mut pid_t,
            program: *const c_char,
            actions: *const posix_spawn_file_actions_t,
            attributes: *const posix_spawnattr_t,
            arguments: *const *mut c_char,
            environment: *const *mut c_char,
        ) -> c_int {
            // SAFETY: the caller's arguments, for the function that it asks for.
            without_holding(|| unsafe {
                libc::$name(process, program, actions, attributes, arguments, environment)
            })
        }
    )+};
}
spawning!(posix_spawn posix_spawnp);

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
        let _held = Held::hold(set);
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

const SIGNALS: c_int = 65;

engine_local! {
    /// By signal: how many wait for it that was not blocked.
    static WAITING: [AtomicUsize; SIGNALS as usize] =
        [const { AtomicUsize::new(0) }; SIGNALS as usize];
}

/// Signals that are blocked for the time of a wait.
struct Held(Vec<c_int>);

impl Held {
    /// # Safety
    /// A readable set.
    unsafe fn hold(set: *const sigset_t) -> Held {
        // SAFETY: promised; the sets are local ones.
        let held = unsafe {
            let mut blocked: sigset_t = std::mem::zeroed();
            libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut blocked);
            let is_ours = |number: &c_int| {
                let others = WAITING[*number as usize].load(Relaxed) > 0;
                libc::sigismember(set, *number) == 1
                    && (others || libc::sigismember(&raw const blocked, *number) == 0)
            };
            (1..SIGNALS).filter(is_ours).collect::<Vec<_>>()
        };
        for &number in &held {
            WAITING[number as usize].fetch_add(1, Relaxed);
        }
        change_mask(libc::SIG_BLOCK, held.iter().copied());
        Held(held)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let let_go = |&&number: &&c_int| {
            let waiting = &WAITING[number as usize];
            // A child has forgotten its parent's.
            let before = waiting.load(Relaxed);
            waiting.store(before.saturating_sub(1), Relaxed);
            before == 1
        };
        change_mask(libc::SIG_UNBLOCK, self.0.iter().filter(let_go).copied().collect::<Vec<_>>());
    }
}

fn all_held() -> Vec<c_int> {
    (1..SIGNALS).filter(|&number| WAITING[number as usize].load(Relaxed) > 0).collect()
}

/// Starts a process, in which nobody waits for these signals.
pub(super) fn without_holding<R>(start: impl FnOnce() -> R) -> R {
    let held = all_held();
    change_mask(libc::SIG_UNBLOCK, held.iter().copied());
    let result = start();
    change_mask(libc::SIG_BLOCK, held);
    result
}

/// In a forked child, and when a request begins: those who have waited are gone, and some of them without a word.
pub(crate) fn forget_signal_waits() {
    let held = all_held();
    for &number in &held {
        WAITING[number as usize].store(0, Relaxed);
    }
    change_mask(libc::SIG_UNBLOCK, held);
}

fn change_mask(how: c_int, signals: impl IntoIterator<Item = c_int>) {
    // SAFETY: a local set of signals that exist.
    unsafe {
        let mut set: sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        let mut is_empty = true;
        for number in signals {
            libc::sigaddset(&raw mut set, number);
            is_empty = false;
        }
        if !is_empty {
            libc::pthread_sigmask(how, &raw const set, std::ptr::null_mut());
        }
    }
}
