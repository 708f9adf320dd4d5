//! Threads of PHP's take turns at what the process has in common and cannot be changed in one step: the import tables, and which
//! signals have a handler. Nobody waits there for long. A fork waits as well, so that no child is made while another thread is in the
//! middle of a change. One who has his turn may come again, from a signal handler.

use std::sync::atomic::{
    AtomicBool, AtomicU32, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

/// Whose turn it is, as `pthread_self` names it; forks keep the name. 0: nobody's.
static WHOSE: AtomicUsize = AtomicUsize::new(0);

/// Ends when it is dropped. One that was taken within another ends nothing: a signal handler may come at any instruction of the
/// one outside, so nothing is counted.
#[must_use]
pub(in crate::wait) struct Turn {
    is_within: bool,
}

impl Turn {
    pub(in crate::wait) fn take() -> Turn {
        // SAFETY: asks for the calling thread's name, of which every thread has one.
        let me = unsafe { libc::pthread_self() as usize };
        let is_within = WHOSE.load(Relaxed) == me;
        while !is_within && WHOSE.compare_exchange(0, me, Acquire, Relaxed).is_err() {
            std::thread::yield_now();
        }
        Turn { is_within }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.is_within {
            WHOSE.store(0, Release);
        }
    }
}

/// How many forks are under way, one of them in a signal handler that has come into another; and whether the outermost began within
/// a turn. Touched by the one whose turn it is.
static FORKS: AtomicU32 = AtomicU32::new(0);
static BEGAN_WITHIN: AtomicBool = AtomicBool::new(false);

/// For `pthread_atfork`: before a fork, and after it in the parent and in the child.
pub(super) extern "C" fn before_fork() {
    let turn = Turn::take();
    if FORKS.fetch_add(1, Relaxed) == 0 {
        BEGAN_WITHIN.store(turn.is_within, Relaxed);
    }
    std::mem::forget(turn);
}

pub(super) extern "C" fn after_fork() {
    // Read while no fork of a signal handler's can be the outermost.
    let is_within = BEGAN_WITHIN.load(Relaxed);
    if FORKS.fetch_sub(1, Relaxed) == 1 {
        drop(Turn { is_within });
    }
}
