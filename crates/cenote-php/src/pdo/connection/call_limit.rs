//! The limit of a connection's calls (SPEC 22.9): for how long its library waits for the server.

use crate::{runtime, wait};
use std::{cell::Cell, os::fd::RawFd, time::Duration};

#[derive(Default)]
pub(super) struct CallLimit {
    /// The socket whose waits are limited during the present call.
    socket: Cell<Option<RawFd>>,
    /// Whether a call was ended by it.
    has_timed_out: Cell<bool>,
}

impl CallLimit {
    /// From here on waits on the socket are limited. False: they are not, as there is none, or were before.
    #[inline]
    pub(super) fn begin(&self, limit: Duration, socket: impl FnOnce() -> Option<RawFd>) -> bool {
        if self.is_set() {
            return false;
        }
        self.socket.set(socket());
        if let Some(socket) = self.socket.get() {
            wait::limit_call(socket, runtime::precise_now() + limit);
        }
        self.is_set()
    }

    #[inline]
    pub(super) fn is_set(&self) -> bool {
        self.socket.get().is_some()
    }

    /// Whether it has ended a wait.
    #[inline]
    pub(super) fn lift(&self) -> bool {
        self.socket.take().is_some_and(wait::lift_limit)
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.socket.get().is_some_and(wait::limit_is_over)
    }

    /// A call was ended by it.
    pub(super) fn note_timeout(&self) {
        self.has_timed_out.set(true);
    }

    pub(super) fn has_timed_out(&self) -> bool {
        self.has_timed_out.get()
    }
}
