//! How long a call on one connection may wait for its server (SPEC 22.9).
//!
//! A limit belongs to a socket and to the coroutine that is inside a call on it, so that PHP code which the call runs, and
//! what that waits for elsewhere, is not bound by it. It also holds where nobody else can run meanwhile.

use super::patching::gate;
use crate::{
    runtime::{self, CoroutineId, signal_handlers},
    zend::globals::engine_local,
};
use cenote_core::Time;
use libc::pollfd;
use std::{
    cell::RefCell,
    os::fd::RawFd,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

struct Limit {
    socket: RawFd,
    caller: CoroutineId,
    end: Time,
    /// It has ended a wait.
    is_over: bool,
}

engine_local! {
    static LIMITS: RefCell<Vec<Limit>> = RefCell::new(Vec::new());
    /// How many there are, for who must not touch the list: libraries wait on threads of their own, too.
    static COUNT: AtomicUsize = AtomicUsize::new(0);
}

/// The running coroutine begins a call on this socket, which waits until `end` at most.
pub(crate) fn limit_call(socket: RawFd, end: Time) {
    let mut limits = LIMITS.borrow_mut();
    limits.push(Limit { socket, caller: runtime::current(), end, is_over: false });
    COUNT.store(limits.len(), Relaxed);
}

/// The call has ended. Whether the limit has ended a wait of it.
pub(crate) fn lift_limit(socket: RawFd) -> bool {
    let mut limits = LIMITS.borrow_mut();
    let Some(at) = position(&limits, socket) else { return false };
    let limit = limits.swap_remove(at);
    COUNT.store(limits.len(), Relaxed);
    limit.is_over
}

/// Whether a wait of the present call on this socket was ended.
pub(crate) fn limit_is_over(socket: RawFd) -> bool {
    let limits = LIMITS.borrow();
    position(&limits, socket).is_some_and(|at| limits[at].is_over)
}

/// A request begins: calls of the last one may have been left by a jump.
pub(crate) fn forget_limits() {
    LIMITS.borrow_mut().clear();
    COUNT.store(0, Relaxed);
}

fn position(limits: &[Limit], socket: RawFd) -> Option<usize> {
    let me = runtime::current();
    limits.iter().rposition(|limit| limit.socket == socket && limit.caller == me)
}

/// Until when the running coroutine waits for one of these.
#[inline]
pub(super) fn of(fds: &[pollfd]) -> Option<Time> {
    if COUNT.load(Relaxed) == 0 { None } else { of_those_there_are(fds) }
}

fn of_those_there_are(fds: &[pollfd]) -> Option<Time> {
    if !gate::is_engine_thread() || signal_handlers::is_inside() {
        return None;
    }
    let limits = LIMITS.borrow();
    fds.iter().filter_map(|fd| position(&limits, fd.fd)).map(|at| limits[at].end).min()
}

/// The time is up: the calls on these return.
pub(super) fn end(fds: &[pollfd]) {
    let mut limits = LIMITS.borrow_mut();
    for fd in fds {
        if let Some(at) = position(&limits, fd.fd) {
            limits[at].is_over = true;
        }
    }
}
