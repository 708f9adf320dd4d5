//! The kernel's own set of descriptors, for waits that have been idle for long (SPEC 30.18).

use crate::runtime::process::fork;
use polling::{Event, Events, PollMode, Poller};
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};

pub(super) struct Watching {
    pub(super) poller: Poller,
    pub(super) events: Events,
    /// The kernel's set probably has this descriptor.
    pub(super) registered: Vec<bool>,
    pub(super) waits: usize,
    /// A poller is never shared with a child process.
    generation: u32,
}

impl Watching {
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Watching {
            poller: Poller::new()?,
            events: Events::new(),
            registered: Vec::new(),
            waits: 0,
            generation: fork::process_generation(),
        })
    }

    /// One-shot interest in a descriptor.
    pub(super) fn arm(&mut self, fd: RawFd, wanted: libc::c_short) -> std::io::Result<()> {
        let at = fd as usize;
        if self.registered.len() <= at {
            self.registered.resize(at + 1, false);
        }
        let mut interest = Event::new(
            at,
            wanted & (libc::POLLIN | libc::POLLRDNORM | libc::POLLRDHUP) != 0,
            wanted & (libc::POLLOUT | libc::POLLWRNORM) != 0,
        );
        interest.set_priority(wanted & libc::POLLPRI != 0);
        // SAFETY: the descriptor is only borrowed; if its owner closes it, the kernel takes it out of the set by itself.
        let borrowed = unsafe { BorrowedFd::borrow_raw(fd) };
        // SAFETY: the descriptor is open or the kernel refuses it; "remove it before it is closed" does not apply to this
        // kind of set, which forgets a closed one by itself.
        let add = || unsafe { self.poller.add_with_mode(fd, interest, PollMode::Oneshot) };
        let modify = || self.poller.modify_with_mode(borrowed, interest, PollMode::Oneshot);
        let armed = if self.registered[at] {
            modify().or_else(|error| match error.raw_os_error() {
                Some(libc::ENOENT) => add(),
                _ => Err(error),
            })
        } else {
            add().or_else(|error| match error.raw_os_error() {
                Some(libc::EEXIST) => modify(),
                _ => Err(error),
            })
        };
        self.registered[at] = armed.is_ok();
        armed
    }

    /// In a child process the kernel's set is still the parent's: taking it down in the usual way would take the
    /// parent's descriptors out of it.
    pub(super) fn abandon_if_inherited(self) {
        if self.generation != fork::process_generation() {
            // SAFETY: closes this process's copy of the set's descriptor, which nobody uses any more.
            unsafe { libc::close(self.poller.as_raw_fd()) };
            std::mem::forget(self.poller);
        }
    }
}
