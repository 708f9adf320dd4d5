//! `select`: used by `stream_select`, `socket_select` and `mysqli_poll`, on sets of descriptors that are not one
//! library's own. A cancelled one returns as if the time were up, and nobody else's connection is touched.

use super::polling;
use crate::{
    runtime::{
        self, WaitMode,
        descriptors::{self, Waited},
    },
    wait::patching::{
        gate,
        patcher::{Replacement, Replacements},
    },
};
use libc::{c_int, c_short, c_void, fd_set, pollfd, timeval};

pub(in crate::wait) static REPLACEMENTS: Replacements =
    Replacements::new(&[Replacement::everywhere("select", select as *const c_void)]);

unsafe extern "C" fn select(
    limit: c_int,
    read: *mut fd_set,
    write: *mut fd_set,
    except: *mut fd_set,
    timeout: *mut timeval,
) -> c_int {
    let original = || {
        // SAFETY: the caller's arguments go on as they are.
        unsafe { libc::select(limit, read, write, except, timeout) }
    };
    // SAFETY: by contract null or a readable record.
    let span = unsafe { timeout.as_ref() }
        .map(|time| polling::nanoseconds(time.tv_sec, time.tv_usec.saturating_mul(1_000)))
        .transpose();
    let Ok(span) = span else { return original() };
    // Of larger sets only the kernel knows how much of them there is: it looks no further than the process has descriptors.
    let is_plain = usize::try_from(limit).is_ok_and(|limit| limit <= libc::FD_SETSIZE);
    let place = if span == Some(0) || !is_plain { WaitMode::Block } else { gate::place() };
    if place == WaitMode::Block {
        return original();
    }
    let sets = [
        (read, libc::POLLIN, libc::POLLIN | libc::POLLHUP | libc::POLLERR),
        (write, libc::POLLOUT, libc::POLLOUT | libc::POLLERR),
        (except, libc::POLLPRI, libc::POLLPRI),
    ];
    // SAFETY: by contract each set is null or covers descriptors up to `limit`.
    let mut fds = unsafe { collect(limit, &sets) };
    let ready = if place == WaitMode::Leave {
        0
    } else {
        match descriptors::wait(&mut fds, polling::deadline(span), false) {
            Ok(Waited::Ready(ready)) => ready,
            Ok(Waited::Signal(_)) => return gate::fail(libc::EINTR),
            Err(interrupted) => {
                runtime::leave_library(interrupted);
                0
            }
        }
    };
    if fds.iter().any(|fd| fd.revents & libc::POLLNVAL != 0) {
        return gate::fail(libc::EBADF);
    }
    if ready == 0 {
        fds.iter_mut().for_each(|fd| fd.revents = 0);
    }
    // SAFETY: by contract each set is null or covers descriptors up to `limit`, of which these were collected.
    unsafe { report(&fds, &sets) }
}

type Set = (*mut fd_set, c_short, c_short);

unsafe fn collect(limit: c_int, sets: &[Set]) -> Vec<pollfd> {
    let wanted = |fd| {
        sets.iter().filter(|(set, ..)| !set.is_null()).fold(0, |all, &(set, event, _)| {
            // SAFETY: the caller's promise.
            if unsafe { libc::FD_ISSET(fd, set) } { all | event } else { all }
        })
    };
    (0..limit)
        .map(|fd| pollfd { fd, events: wanted(fd), revents: 0 })
        .filter(|own| own.events != 0)
        .collect()
}

/// Writes the answer into the sets and counts it.
unsafe fn report(fds: &[pollfd], sets: &[Set]) -> c_int {
    let mut count = 0;
    for &(set, event, signs) in sets.iter().filter(|(set, ..)| !set.is_null()) {
        for own in fds.iter().filter(|own| own.events & event != 0) {
            // SAFETY: the caller's promise; only descriptors that were in the set are taken out of it.
            unsafe {
                if own.revents & signs == 0 {
                    libc::FD_CLR(own.fd, set);
                } else {
                    count += 1;
                }
            }
        }
    }
    count
}
