//! `poll` and its relatives: how nearly every client library waits for its server.

use crate::{
    runtime::{
        self, Signal, WaitMode,
        descriptors::{self, Waited},
        precise_now, reactor,
    },
    wait::{
        descriptor, leaving, limits,
        patching::{
            gate,
            patcher::{Replacement, Replacements},
        },
    },
};
use cenote_core::Time;
use libc::{c_int, c_void, nfds_t, pollfd, sigset_t, timespec};

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement::everywhere("poll", poll as *const c_void),
    Replacement::everywhere("__poll_chk", poll_chk as *const c_void),
    Replacement::everywhere("ppoll", ppoll as *const c_void),
    Replacement::everywhere("__ppoll_chk", ppoll_chk as *const c_void),
]);

unsafe extern "C" fn poll(fds: *mut pollfd, count: nfds_t, timeout: c_int) -> c_int {
    // SAFETY: the caller's arguments go on as they are.
    let original = || unsafe { libc::poll(fds, count, timeout) };
    if timeout == 0 {
        return original();
    }
    let place = gate::place();
    if place == WaitMode::Block {
        // SAFETY: as below.
        let slice = unsafe { slice(fds, count) };
        if is_anothers(slice) {
            return leaving::refuse_shared_connection(slice);
        }
        return match limits::of(slice) {
            Some(limit) => block_within(slice, timeout, limit),
            None => original(),
        };
    }
    let span = u64::try_from(timeout).ok().map(|ms| ms * 1_000_000);
    // SAFETY: by contract of `poll`, an array of that many entries that is the callee's to write.
    wait_for_client(unsafe { slice(fds, count) }, span, place)
}

unsafe extern "C" fn poll_chk(
    fds: *mut pollfd,
    count: nfds_t,
    timeout: c_int,
    _size: usize,
) -> c_int {
    // SAFETY: as `poll`; the size of the array was the caller's compiler's concern.
    unsafe { poll(fds, count, timeout) }
}

unsafe extern "C" fn ppoll(
    fds: *mut pollfd,
    count: nfds_t,
    timeout: *const timespec,
    mask: *const sigset_t,
) -> c_int {
    let place = gate::place();
    // SAFETY: by contract null or a time span.
    let span = unsafe { span_of(timeout) };
    // A mask of its own says that the caller waits for signals, which only the real call can do.
    if place == WaitMode::Block || !mask.is_null() || span.is_err() {
        // SAFETY: the caller's array of that many descriptors, which is its own until this returns.
        let slice = unsafe { slice(fds, count) };
        if is_anothers(slice) {
            return leaving::refuse_shared_connection(slice);
        }
        // SAFETY: the caller's arguments go on as they are.
        return unsafe { libc::ppoll(fds, count, timeout, mask) };
    }
    // SAFETY: by contract an array of that many entries.
    unsafe { wait_for_client(slice(fds, count), span.unwrap_or(None), place) }
}

unsafe extern "C" fn ppoll_chk(
    fds: *mut pollfd,
    count: nfds_t,
    timeout: *const timespec,
    mask: *const sigset_t,
    _size: usize,
) -> c_int {
    // SAFETY: as `ppoll`.
    unsafe { ppoll(fds, count, timeout, mask) }
}

unsafe fn slice<'a>(fds: *mut pollfd, count: nfds_t) -> &'a mut [pollfd] {
    if count == 0 {
        return &mut [];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(fds, count as usize) }
}

/// A time span that libc and the kernel refuse with `EINVAL`.
#[derive(Clone, Copy)]
pub(in crate::wait) struct Refused;

/// In nanoseconds; `None`: indefinitely.
///
/// # Safety
/// Null or a readable record.
pub(in crate::wait) unsafe fn span_of(time: *const timespec) -> Result<Option<u64>, Refused> {
    // SAFETY: the caller's promise.
    let Some(time) = (unsafe { time.as_ref() }) else { return Ok(None) };
    if time.tv_nsec >= 1_000_000_000 {
        return Err(Refused);
    }
    nanoseconds(time.tv_sec, time.tv_nsec).map(Some)
}

/// What is too long to be counted is as long as can be.
pub(in crate::wait) fn nanoseconds(seconds: i64, rest: i64) -> Result<u64, Refused> {
    match (u64::try_from(seconds), u64::try_from(rest)) {
        (Ok(seconds), Ok(rest)) => Ok(seconds.saturating_mul(1_000_000_000).saturating_add(rest)),
        _ => Err(Refused),
    }
}

/// The deadline of a wait that begins now.
pub(in crate::wait) fn deadline(span: Option<u64>) -> Option<Time> {
    let own = span.map(|span| Time(precise_now().0.saturating_add(span)));
    match (own, runtime::patience()) {
        (Some(own), Some(patience)) => Some(own.min(patience)),
        (own, patience) => own.or(patience),
    }
}

/// Waits without letting others run, until `limit` at most.
#[cold]
fn block_within(fds: &mut [pollfd], timeout: c_int, limit: Time) -> c_int {
    let left = limit.0.saturating_sub(precise_now().0).div_ceil(1_000_000);
    let left = c_int::try_from(left).unwrap_or(c_int::MAX);
    let is_first = timeout < 0 || left < timeout;
    // SAFETY: the slice's own length.
    let ready = unsafe {
        let span = if is_first { left } else { timeout };
        libc::poll(fds.as_mut_ptr(), fds.len() as nfds_t, span)
    };
    if ready == 0 && is_first {
        limits::end(fds);
        return leaving::shut_and_look(fds);
    }
    ready
}

/// Whether another coroutine is inside its client's call with one of these connections (SPEC 28.4).
fn in_anothers_call(fds: &[pollfd]) -> bool {
    reactor::is_waited_on()
        && fds.iter().any(|fd| reactor::conflicting(fd) && descriptor::is_client_connection(fd.fd))
}

/// The same for a wait that is not ours to handle: where the engine forbids switching, the answer of another coroutine's
/// call is as easily taken.
fn is_anothers(fds: &[pollfd]) -> bool {
    gate::may_know_waits() && in_anothers_call(fds)
}

/// So few are never worth a question about the limit.
const FEW: usize = 8;

/// A library waits on what is, as a rule, its own connection.
fn wait_for_client(fds: &mut [pollfd], span: Option<u64>, place: WaitMode) -> c_int {
    if fds.len() > FEW && fds.len() > runtime::open_limit() {
        return gate::fail(libc::EINVAL);
    }
    if place == WaitMode::Leave {
        return leaving::shut_and_look(fds);
    }
    if in_anothers_call(fds) {
        return leaving::refuse_shared_connection(fds);
    }
    let (own, limit) = (deadline(span), limits::of(fds));
    let until = own.into_iter().chain(limit).min();
    match runtime::evictable(|| descriptors::wait(fds, until, true)) {
        Ok(Waited::Ready(0)) if limit.is_some() && until == limit => {
            limits::end(fds);
            leaving::shut_and_look(fds)
        }
        // A library that knows no limit of its own learns of this one by the end of its connection.
        Ok(Waited::Ready(0)) if span.is_none() => leaving::shut_and_look(fds),
        Ok(Waited::Ready(ready)) => ready as c_int,
        Ok(Waited::Signal(_)) => gate::fail(libc::EINTR),
        Err(interrupted) => {
            runtime::leave_library(interrupted);
            leaving::shut_and_look(fds)
        }
    }
}

/// Parks until `fd` is ready for `events`, for a call that would block on it. `false`: the time was up first. `Err`: the
/// call is to fail with that `errno`.
pub(in crate::wait) fn until_ready(
    fd: c_int,
    events: libc::c_short,
    span: Option<u64>,
    place: WaitMode,
) -> Result<bool, c_int> {
    if place == WaitMode::Leave {
        return Err(libc::ECANCELED);
    }
    let mut one = [pollfd { fd, events, revents: 0 }];
    let deadline = deadline(span);
    loop {
        match runtime::evictable(|| descriptors::wait(&mut one, deadline, false)) {
            Ok(Waited::Ready(0)) if span.is_none() => return Err(libc::ECANCELED),
            // Its number may mean something else by now.
            Ok(Waited::Ready(_)) if one[0].revents & libc::POLLNVAL != 0 => {
                return Err(libc::EBADF);
            }
            Ok(Waited::Ready(ready)) => return Ok(ready > 0),
            Ok(Waited::Signal(Signal::Restarting)) => {}
            Ok(Waited::Signal(Signal::Interrupting)) => return Err(libc::EINTR),
            Err(interrupted) => {
                runtime::leave_library(interrupted);
                return Err(libc::ECANCELED);
            }
        }
    }
}

/// Parks until `fd` is ready for `events`, even if the coroutine is cancelled meanwhile. `false`: it is not, and what is to be
/// done has to be done without others.
pub(in crate::wait) fn until_ready_unrefused(fd: c_int, events: libc::c_short) -> bool {
    if gate::place() != WaitMode::Park {
        return false;
    }
    let mut one = [pollfd { fd, events, revents: 0 }];
    match runtime::shielded(|| descriptors::wait(&mut one, None, false)) {
        Ok(_) => true,
        Err(interrupted) => {
            runtime::leave_library(interrupted);
            false
        }
    }
}
