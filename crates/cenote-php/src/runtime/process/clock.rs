//! The two readings of the one monotonic clock.

use cenote_core::Time;

/// Cheap (a few ns), lags by up to one kernel tick: for ages and hold times.
#[inline]
pub(crate) fn coarse_now() -> Time {
    read(libc::CLOCK_MONOTONIC_COARSE)
}

/// Exact: for deadlines.
#[inline]
pub(crate) fn precise_now() -> Time {
    read(libc::CLOCK_MONOTONIC)
}

fn read(clock: libc::clockid_t) -> Time {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes one timespec; both clocks exist on every Linux.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    Time(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}
