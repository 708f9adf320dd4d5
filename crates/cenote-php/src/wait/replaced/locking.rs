//! `flock`: the kernel tells nobody when a lock becomes free.

use crate::runtime::{Signal, WaitMode};
use crate::wait::patching::{
    gate,
    patcher::{Replacement, Replacements},
};
use crate::wait::retrying::{self, Ended};
use libc::{c_int, c_void};

pub(in crate::wait) static REPLACEMENTS: Replacements =
    Replacements::new(&[Replacement::everywhere("flock", flock as *const c_void)]);

unsafe extern "C" fn flock(fd: c_int, operation: c_int) -> c_int {
    // SAFETY: the caller's arguments go on as they are.
    let original = || unsafe { libc::flock(fd, operation) };
    let waits = operation & libc::LOCK_NB == 0 && operation & libc::LOCK_UN == 0;
    if !waits || gate::place() == WaitMode::Block {
        return original();
    }
    let attempt = || {
        // SAFETY: the caller's arguments; not to wait is one more flag.
        let locked = unsafe { libc::flock(fd, operation | libc::LOCK_NB) };
        (locked == 0 || gate::errno() != libc::EWOULDBLOCK).then_some(locked)
    };
    loop {
        match retrying::until_some(attempt) {
            Ok(locked) => return locked,
            Err(Ended::Signal(Signal::Restarting)) => {}
            Err(Ended::Signal(Signal::Interrupting)) => return gate::fail(libc::EINTR),
            Err(Ended::Cancelled) => return gate::fail(libc::ECANCELED),
            Err(Ended::Alone) => return original(),
        }
    }
}
