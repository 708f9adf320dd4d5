//! A call on a descriptor that would block in the kernel: whether it is ours to handle, and its waits, for which it has
//! one time limit altogether.

use super::polling;
use crate::runtime::{self, WaitMode, precise_now};
use crate::wait::descriptor;
use crate::wait::patching::gate;
use cenote_core::Time;
use libc::{c_int, c_short, ssize_t};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// With these a call never blocks, or not until the descriptor is ready.
const NEVER_BLOCK: c_int = libc::MSG_DONTWAIT | libc::MSG_OOB | libc::MSG_ERRQUEUE;

/// After this number of calls that were made without asking whether the socket blocks, it is asked again: from then on calls on one that blocks let
/// others run, even if they return at once.
const TRUSTED: u8 = 64;
static SINCE_ASKED: AtomicU8 = AtomicU8::new(0);

/// A call on a socket that did not block when it was last asked, which costs no system call then: `make` makes it with `MSG_DONTWAIT`. `Err`:
/// nobody knows, or it blocks by now, and so much of `size` was done. Without `size` a part is all.
#[inline]
pub(super) fn at_once(
    fd: c_int,
    flags: c_int,
    size: Option<usize>,
    make: impl FnOnce(c_int) -> ssize_t,
) -> Result<ssize_t, usize> {
    let is_known = flags & (NEVER_BLOCK | libc::MSG_WAITALL) == 0
        && descriptor::did_not_block(fd)
        && gate::place() != WaitMode::Block;
    if !is_known || SINCE_ASKED.fetch_add(1, Relaxed) % TRUSTED == TRUSTED - 1 {
        return Err(0);
    }
    let done = make(flags | libc::MSG_DONTWAIT);
    let is_all = match usize::try_from(done) {
        Ok(done) => size.is_none_or(|size| done >= size),
        Err(_) => gate::errno() != libc::EAGAIN,
    };
    if is_all || descriptor::note_nonblocking(fd) {
        return Ok(done);
    }
    Err(usize::try_from(done).unwrap_or(0))
}

/// `Err` is the result of a call that is not to be made: a child that a signal handler has forked goes on in the middle of what its
/// parent does with this connection (SPEC 29.6).
#[inline]
pub(in crate::wait) fn refuse_in_unsettled_child() -> Result<(), ssize_t> {
    if runtime::is_fork_unsettled() {
        return Err(gate::fail(libc::ECONNRESET) as ssize_t);
    }
    Ok(())
}

pub(super) struct BlockingCall {
    fd: c_int,
    until: Option<Time>,
}

impl BlockingCall {
    /// A call on a socket; `limit` is the name of the socket's own time limit. `None`: the call is to be made as it is.
    pub(super) fn on_socket(fd: c_int, flags: c_int, limit: c_int) -> Option<BlockingCall> {
        let is_original = flags & NEVER_BLOCK != 0
            || gate::place() == WaitMode::Block
            || descriptor::note_nonblocking(fd);
        (!is_original).then(|| {
            let span = descriptor::time_limit(fd, limit);
            let until = span.map(|span| Time(precise_now().0.saturating_add(span)));
            BlockingCall { fd, until }
        })
    }

    /// A call on something that has no time limit, and of which is known already that it is ours to handle and blocks.
    pub(super) fn on_pipe(fd: c_int) -> BlockingCall {
        BlockingCall { fd, until: None }
    }

    /// Lets others run until the descriptor is ready. `Err` is the result of a call that has to end.
    pub(super) fn wait(&self, events: c_short) -> Result<(), c_int> {
        let left = self.until.map(|until| until.since(precise_now()));
        match polling::until_ready(self.fd, events, left, gate::place()) {
            Ok(true) => Ok(()),
            Ok(false) => Err(gate::fail(libc::EAGAIN)),
            Err(errno @ (libc::EINTR | libc::EBADF)) => Err(gate::fail(errno)),
            // To streams this means "nothing now": the pipe is not at its end.
            Err(_) => Err(gate::fail(libc::EAGAIN)),
        }
    }

    /// Whether its time limit is over.
    pub(super) fn is_over(&self) -> bool {
        self.until.is_some_and(|until| precise_now() >= until)
    }

    /// Carries `size` bytes out, of which the first `done` are done: `part` does what can be done without waiting of what is
    /// left, and is told how much was done. As the kernel, it returns early only after an error or if `part` does nothing.
    pub(super) fn in_parts(
        &self,
        mut done: usize,
        size: usize,
        events: c_short,
        mut part: impl FnMut(usize) -> ssize_t,
    ) -> ssize_t {
        loop {
            match part(done) {
                0 => return done as ssize_t,
                more if more > 0 => done += more as usize,
                _ if gate::errno() == libc::EAGAIN => {}
                failed => return part_or(done, failed),
            }
            if done >= size {
                return done as ssize_t;
            }
            if let Err(failed) = self.wait(events) {
                return part_or(done, failed as ssize_t);
            }
        }
    }
}

/// What a call returns that has done a part of its work before it failed.
pub(super) fn part_or(done: usize, failed: ssize_t) -> ssize_t {
    if done > 0 { done as ssize_t } else { failed }
}
