//! Sleeps. A cancelled one returns at once, as if it were over.

use super::{
    gate,
    patcher::{Place, Replacement, Replacements},
    polling,
};
use crate::runtime::{self, Foreign};
use libc::{c_int, c_uint, c_void, clockid_t, timespec, useconds_t};

pub(super) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "sleep", function: sleep as *const c_void, place: Place::Everywhere },
    Replacement { name: "usleep", function: usleep as *const c_void, place: Place::Everywhere },
    Replacement {
        name: "nanosleep",
        function: nanosleep as *const c_void,
        place: Place::Everywhere,
    },
    Replacement {
        name: "clock_nanosleep",
        function: clock_nanosleep as *const c_void,
        place: Place::Everywhere,
    },
]);

/// Parks for `span` nanoseconds. `false`: the original has to do it.
pub(super) fn park_for(span: u64) -> bool {
    match gate::place() {
        Foreign::Block => return false,
        Foreign::Leave => return true,
        Foreign::Park => {}
    }
    let until = polling::deadline(Some(span));
    if let Err(interrupted) = runtime::park(until) {
        runtime::leave_library(interrupted);
    }
    true
}

unsafe extern "C" fn sleep(seconds: c_uint) -> c_uint {
    if park_for(u64::from(seconds) * 1_000_000_000) {
        return 0;
    }
    // SAFETY: the caller's argument goes on as it is.
    unsafe { libc::sleep(seconds) }
}

unsafe extern "C" fn usleep(microseconds: useconds_t) -> c_int {
    if park_for(u64::from(microseconds) * 1_000) {
        return 0;
    }
    // SAFETY: the caller's argument goes on as it is.
    unsafe { libc::usleep(microseconds) }
}

unsafe extern "C" fn nanosleep(span: *const timespec, rest: *mut timespec) -> c_int {
    // SAFETY: by contract a readable record, and null or a writable one.
    unsafe {
        if let Some(wanted) = valid(span) {
            if park_for(wanted) {
                if let Some(rest) = rest.as_mut() {
                    *rest = timespec { tv_sec: 0, tv_nsec: 0 };
                }
                return 0;
            }
        }
        libc::nanosleep(span, rest)
    }
}

unsafe extern "C" fn clock_nanosleep(
    clock: clockid_t,
    flags: c_int,
    span: *const timespec,
    rest: *mut timespec,
) -> c_int {
    // SAFETY: as `nanosleep`. An absolute time is left to the original.
    unsafe {
        if flags == 0 && matches!(clock, libc::CLOCK_REALTIME | libc::CLOCK_MONOTONIC) {
            return if nanosleep(span, rest) == 0 { 0 } else { gate::errno() };
        }
        libc::clock_nanosleep(clock, flags, span, rest)
    }
}

/// In nanoseconds, unless the original would refuse it.
unsafe fn valid(span: *const timespec) -> Option<u64> {
    // SAFETY: the caller's promise.
    let time = unsafe { span.as_ref() }?;
    (time.tv_sec >= 0 && (0..1_000_000_000).contains(&time.tv_nsec))
        .then(|| (time.tv_sec as u64).saturating_mul(1_000_000_000) + time.tv_nsec as u64)
}
