//! Sleeps. A cancelled one returns at once, as if it were over; one of the main flow that a signal ends says what is left,
//! as on stock PHP.

use super::polling;
use crate::{
    runtime::{self, Rested, WaitMode, precise_now},
    wait::patching::{
        gate,
        patcher::{Replacement, Replacements},
    },
};
use cenote_core::Time;
use libc::{c_int, c_uint, c_void, clockid_t, timespec, useconds_t};

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement::everywhere("sleep", sleep as *const c_void),
    Replacement::everywhere("usleep", usleep as *const c_void),
    Replacement::everywhere("nanosleep", nanosleep as *const c_void),
    Replacement::everywhere("clock_nanosleep", clock_nanosleep as *const c_void),
]);

const SECOND: u64 = 1_000_000_000;

/// Parks for `span` nanoseconds and says how many are left. `None`: the original has to do it.
pub(in crate::wait) fn park_for(span: u64) -> Option<u64> {
    match gate::place() {
        WaitMode::Block => return None,
        WaitMode::Leave => return Some(0),
        WaitMode::Park => {}
    }
    runtime::forget_signals();
    let until = Time(precise_now().0.saturating_add(span));
    match runtime::park_in_library(Some(until)) {
        Ok(Rested::Signal(_)) => return Some(until.since(precise_now()).max(1)),
        Ok(Rested::Woken(_)) => {}
        Err(interrupted) => runtime::leave_library(interrupted),
    }
    Some(0)
}

unsafe extern "C" fn sleep(seconds: c_uint) -> c_uint {
    match park_for(u64::from(seconds) * SECOND) {
        Some(left) => (left / SECOND) as c_uint,
        // SAFETY: the caller's argument goes on as it is.
        None => unsafe { libc::sleep(seconds) },
    }
}

unsafe extern "C" fn usleep(microseconds: useconds_t) -> c_int {
    match park_for(u64::from(microseconds) * 1_000) {
        Some(0) => 0,
        Some(_) => gate::fail(libc::EINTR),
        // SAFETY: the caller's argument goes on as it is.
        None => unsafe { libc::usleep(microseconds) },
    }
}

unsafe extern "C" fn nanosleep(span: *const timespec, rest: *mut timespec) -> c_int {
    // SAFETY: by contract a readable record, and null or a writable one.
    unsafe {
        let Some(left) = valid(span).and_then(park_for) else {
            return libc::nanosleep(span, rest);
        };
        if let Some(rest) = rest.as_mut() {
            *rest = timespec {
                tv_sec: (left / SECOND) as libc::time_t,
                tv_nsec: (left % SECOND) as libc::c_long,
            };
        }
        if left == 0 { 0 } else { gate::fail(libc::EINTR) }
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
    unsafe { polling::span_of(span) }.unwrap_or(None)
}
