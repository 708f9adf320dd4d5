//! Who writes to a descriptor. The kernel does not mix what two threads write at once to one socket; where a call is done
//! in parts, between which others run, the next one has to wait until the first has written all.

use crate::wait::patching::gate;
use crate::{
    runtime::{self, CoroutineId, Rested, Signal, WaitMode},
    zend::globals::engine_local,
};
use libc::c_int;
use std::{cell::RefCell, collections::VecDeque};

struct Writing {
    fd: c_int,
    writer: CoroutineId,
    next: VecDeque<CoroutineId>,
}

engine_local! {
    static WRITING: RefCell<Vec<Writing>> = RefCell::new(Vec::new());
}

/// The right to write to a descriptor: nobody else does before this is dropped.
pub(super) struct SoleWriter {
    fd: c_int,
    writer: CoroutineId,
}

/// Whether somebody writes to `fd`.
pub(super) fn is_taken(fd: c_int) -> bool {
    WRITING.borrow().iter().any(|one| one.fd == fd)
}

/// Waits until nobody writes to `fd`, even if the coroutine is cancelled meanwhile.
pub(super) fn take_unrefused(fd: c_int) -> SoleWriter {
    match runtime::shielded(|| take(fd)) {
        Ok(turn) => turn,
        // The script ends: it is written at once.
        Err(_) => SoleWriter { fd, writer: runtime::current() },
    }
}

/// Waits until nobody writes to `fd`. `Err`: the call is to fail with that `errno`.
pub(super) fn take(fd: c_int) -> Result<SoleWriter, c_int> {
    let me = runtime::current();
    if enter(fd, me) {
        return Ok(SoleWriter { fd, writer: me });
    }
    loop {
        let rested = match gate::place() {
            WaitMode::Park => runtime::evictable(|| runtime::park_in_library(None)),
            WaitMode::Leave => return Err(give_up(fd, me, libc::EAGAIN)),
            // It has to be done now.
            WaitMode::Block => {
                give_up(fd, me, 0);
                return Ok(SoleWriter { fd, writer: me });
            }
        };
        if writes(fd, me) {
            return Ok(SoleWriter { fd, writer: me });
        }
        match rested {
            Ok(Rested::Signal(Signal::Interrupting)) => return Err(give_up(fd, me, libc::EINTR)),
            Ok(_) => {}
            Err(interrupted) => {
                runtime::leave_library(interrupted);
                return Err(give_up(fd, me, libc::EAGAIN));
            }
        }
    }
}

/// `true`: `me` writes from now on. Otherwise it comes after those who wait.
fn enter(fd: c_int, me: CoroutineId) -> bool {
    let mut writing = WRITING.borrow_mut();
    // Those who were left behind by a fatal error or a fork.
    writing.retain(|one| runtime::exists(one.writer));
    match writing.iter_mut().find(|one| one.fd == fd) {
        Some(one) => one.next.push_back(me),
        None => {
            writing.push(Writing { fd, writer: me, next: VecDeque::new() });
            return true;
        }
    }
    false
}

fn writes(fd: c_int, me: CoroutineId) -> bool {
    WRITING.borrow().iter().any(|one| one.fd == fd && one.writer == me)
}

fn give_up(fd: c_int, me: CoroutineId, errno: c_int) -> c_int {
    if let Some(one) = WRITING.borrow_mut().iter_mut().find(|one| one.fd == fd) {
        one.next.retain(|&waiting| waiting != me);
    }
    errno
}

impl Drop for SoleWriter {
    fn drop(&mut self) {
        let mut writing = WRITING.borrow_mut();
        let Some(at) =
            writing.iter().position(|one| one.fd == self.fd && one.writer == self.writer)
        else {
            return;
        };
        while let Some(next) = writing[at].next.pop_front() {
            if runtime::exists(next) {
                writing[at].writer = next;
                return runtime::wake(next);
            }
        }
        writing.swap_remove(at);
    }
}
