//! Threads of PHP's take turns at the import tables, which are the process's. Nobody waits there for long: a fork waits as well, so that
//! no child is made while another thread is in the middle of changing them. One who has his turn may come again, from a signal
//! handler.

use std::sync::atomic::{
    AtomicU32, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

/// Whose turn it is, as `pthread_self` names it; forks keep the name. 0: nobody's.
static WHOSE: AtomicUsize = AtomicUsize::new(0);
/// How often he has come. Touched by him alone.
static TIMES: AtomicU32 = AtomicU32::new(0);

pub(super) struct Turn(());

impl Turn {
    pub(super) fn take() -> Turn {
        // SAFETY: asks for the calling thread's name, of which every thread has one.
        let me = unsafe { libc::pthread_self() as usize };
        while WHOSE.load(Relaxed) != me && WHOSE.compare_exchange(0, me, Acquire, Relaxed).is_err()
        {
            std::thread::yield_now();
        }
        TIMES.fetch_add(1, Relaxed);
        Turn(())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if TIMES.fetch_sub(1, Relaxed) == 1 {
            WHOSE.store(0, Release);
        }
    }
}

/// For `pthread_atfork`: before a fork, and after it in the parent and in the child.
pub(super) extern "C" fn before_fork() {
    std::mem::forget(Turn::take());
}

pub(super) extern "C" fn after_fork() {
    drop(Turn(()));
}
