//! Asking the kernel which descriptors are ready: `ppoll`, also for more of them than it takes at once.

use libc::{c_int, pollfd};
use std::time::Duration;

/// How many of `fds` are ready (or closed); 0 if a signal came.
pub(in crate::runtime) fn ppoll(
    fds: &mut [pollfd],
    span: Option<Duration>,
    mask: Option<&libc::sigset_t>,
) -> usize {
    match ppoll_once(fds, span, mask) {
        Err(libc::EINVAL) => ppoll_by_parts(fds, span, mask),
        found => found.unwrap_or(0),
    }
}

/// The kernel takes no more at once than the process may open, which all waits together can exceed.
#[cold]
fn ppoll_by_parts(
    fds: &mut [pollfd],
    span: Option<Duration>,
    mask: Option<&libc::sigset_t>,
) -> usize {
    let size = open_limit().clamp(1, fds.len().max(1));
    let part = |fds: &mut [pollfd]| ppoll_once(fds, Some(Duration::ZERO), None).unwrap_or(0);
    let found = fds.chunks_mut(size).map(part).sum();
    if found == 0 {
        let nap = span.map_or(LONGEST_NAP, |span| span.min(LONGEST_NAP));
        // Anyone who is to wake later than this asks again.
        let _ = ppoll_once(&mut [], Some(nap), mask);
    }
    found
}

const LONGEST_NAP: Duration = Duration::from_millis(2);

fn ppoll_once(
    fds: &mut [pollfd],
    span: Option<Duration>,
    mask: Option<&libc::sigset_t>,
) -> Result<usize, c_int> {
    let timeout = span.map(|span| libc::timespec {
        tv_sec: libc::time_t::try_from(span.as_secs()).unwrap_or(libc::time_t::MAX),
        tv_nsec: span.subsec_nanos() as libc::c_long,
    });
    let timeout = timeout.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    let mask = mask.map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: a slice of its own length, and two records that outlive the call.
    let found = unsafe { libc::ppoll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, timeout, mask) };
    usize::try_from(found)
        .map_err(|_| std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINTR))
}

/// How many descriptors the process may have open.
pub(crate) fn open_limit() -> usize {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: writes the record.
    unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) };
    usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX)
}
