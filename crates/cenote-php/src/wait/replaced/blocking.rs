//! A call on a descriptor that would block in the kernel: whether it is ours to handle, and its waits, for which it has
//! one time limit altogether.

use super::polling;
use crate::runtime::{WaitMode, precise_now};
use crate::wait::descriptor;
use crate::wait::patching::gate;
use cenote_core::Time;
use libc::{c_int, c_short, ssize_t};

/// With these a call never blocks, or not until the descriptor is ready.
const NEVER_BLOCK: c_int = libc::MSG_DONTWAIT | libc::MSG_OOB | libc::MSG_ERRQUEUE;

pub(super) struct BlockingCall {
    fd: c_int,
    until: Option<Time>,
}

impl BlockingCall {
    /// A call on a socket; `limit` is the name of the socket's own time limit. `None`: the call is to be made as it is.
    pub(super) fn on_socket(fd: c_int, flags: c_int, limit: c_int) -> Option<BlockingCall> {
        let is_original = flags & NEVER_BLOCK != 0
            || gate::place() == WaitMode::Block
            || descriptor::is_nonblocking(fd);
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

    /// Carries `size` bytes out: `part` does what can be done without waiting of what is left, and is told how much was
    /// done. As the kernel, it returns early only after an error or if `part` does nothing.
    pub(super) fn in_parts(
        &self,
        size: usize,
        events: c_short,
        mut part: impl FnMut(usize) -> ssize_t,
    ) -> ssize_t {
        let mut done = 0;
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
fn part_or(done: usize, failed: ssize_t) -> ssize_t {
    if done > 0 { done as ssize_t } else { failed }
}
