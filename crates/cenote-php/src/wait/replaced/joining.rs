//! curl's resolver threads. A transfer that ends while its name is being looked up, cancelled for instance, has curl join
//! the thread that asks, and that one is inside libc's resolver for as long as the name servers take.
//!
//! This wait cannot be refused: curl frees next what the thread still writes to. So the coroutine looks every few
//! milliseconds whether the thread has ended, and the others run meanwhile. Newer versions of curl (8.23 for one) keep their
//! threads, and wait for a condition instead: they look for what they wait for after each wake-up, as POSIX asks them to,
//! because a wake-up may come without a reason. Ours do.

use crate::{
    runtime::{self, WaitMode, precise_now},
    wait::patching::{
        gate,
        patcher::{Place, Replacement, Replacements},
    },
};
use cenote_core::Time;
use libc::{c_int, c_void, pthread_cond_t, pthread_mutex_t, pthread_t, timespec};

const CURL: Place = Place::Only("libcurl");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "pthread_join", function: pthread_join as *const c_void, place: CURL },
    Replacement {
        name: "pthread_cond_wait",
        function: pthread_cond_wait as *const c_void,
        place: CURL,
    },
    Replacement {
        name: "pthread_cond_timedwait",
        function: pthread_cond_timedwait as *const c_void,
        place: CURL,
    },
]);

/// In nanoseconds.
const BETWEEN_LOOKS: u64 = 2_000_000;

fn rest() -> bool {
    runtime::park_unrefused(Time(precise_now().0 + BETWEEN_LOOKS))
}

unsafe extern "C" fn pthread_join(thread: pthread_t, result: *mut *mut c_void) -> c_int {
    // SAFETY: by contract a thread that nobody else joins, and null or a place for its result. One that was joined is not
    // asked for again.
    unsafe {
        while gate::is_engine_thread() {
            match libc::pthread_tryjoin_np(thread, result) {
                libc::EBUSY => {}
                code => return code,
            }
            if !rest() {
                break;
            }
        }
        libc::pthread_join(thread, result)
    }
}

unsafe extern "C" fn pthread_cond_wait(
    condition: *mut pthread_cond_t,
    mutex: *mut pthread_mutex_t,
) -> c_int {
    // SAFETY: the caller's condition, and its mutex, which it has locked.
    unsafe {
        if gate::place() == WaitMode::Block {
            return libc::pthread_cond_wait(condition, mutex);
        }
        rest_unlocked(condition, mutex);
    }
    0
}

unsafe extern "C" fn pthread_cond_timedwait(
    condition: *mut pthread_cond_t,
    mutex: *mut pthread_mutex_t,
    until: *const timespec,
) -> c_int {
    // SAFETY: the caller's condition, its mutex, which it has locked, and its time.
    unsafe {
        if gate::place() == WaitMode::Block {
            return libc::pthread_cond_timedwait(condition, mutex, until);
        }
        rest_unlocked(condition, mutex);
        let (now, until) = (later(0), &*until);
        let is_over = (now.tv_sec, now.tv_nsec) >= (until.tv_sec, until.tv_nsec);
        if is_over { libc::ETIMEDOUT } else { 0 }
    }
}

/// Lets others run for a moment, as a wait with the mutex unlocked that ends without a reason. Where they cannot run, it is a
/// short one of the kind that was asked for: a signal that came in between must not be waited for.
///
/// # Safety
/// A condition, and its mutex, locked by this thread.
unsafe fn rest_unlocked(condition: *mut pthread_cond_t, mutex: *mut pthread_mutex_t) {
    // SAFETY: by the contract.
    unsafe {
        libc::pthread_mutex_unlock(mutex);
        let rested = rest();
        libc::pthread_mutex_lock(mutex);
        if !rested {
            libc::pthread_cond_timedwait(condition, mutex, &later(BETWEEN_LOOKS));
        }
    }
}

/// A number of nanoseconds, less than a second, from now, by the clock of conditions.
fn later(nanoseconds: u64) -> timespec {
    let mut time = timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a place to write to.
    unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &raw mut time) };
    time.tv_nsec += nanoseconds as libc::c_long;
    time.tv_sec += time.tv_nsec / 1_000_000_000;
    time.tv_nsec %= 1_000_000_000;
    time
}
