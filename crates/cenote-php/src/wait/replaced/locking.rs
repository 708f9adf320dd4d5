//! `flock`: tried without waiting, at growing intervals, as the kernel tells nobody when a lock becomes free.

use super::sleeping;
use crate::{
    runtime::Foreign,
    wait::patching::{
        gate,
        patcher::{Replacement, Replacements},
    },
};
use libc::{c_int, c_void};

pub(in crate::wait) static REPLACEMENTS: Replacements =
    Replacements::new(&[Replacement::everywhere("flock", flock as *const c_void)]);

const FIRST_INTERVAL: u64 = 200_000;
const LONGEST_INTERVAL: u64 = 10_000_000;

unsafe extern "C" fn flock(fd: c_int, operation: c_int) -> c_int {
    let waits = operation & libc::LOCK_NB == 0 && operation & libc::LOCK_UN == 0;
    if !waits || gate::place() == Foreign::Block {
        // SAFETY: the caller's arguments go on as they are.
        return unsafe { libc::flock(fd, operation) };
    }
    let mut interval = FIRST_INTERVAL;
    loop {
        // SAFETY: as above, without the waiting.
        let locked = unsafe { libc::flock(fd, operation | libc::LOCK_NB) };
        if locked == 0 || gate::errno() != libc::EWOULDBLOCK {
            return locked;
        }
        if gate::place() == Foreign::Leave {
            return gate::fail(libc::ECANCELED);
        }
        if sleeping::park_for(interval).is_none() {
            // SAFETY: as above.
            return unsafe { libc::flock(fd, operation) };
        }
        interval = (interval * 2).min(LONGEST_INTERVAL);
    }
}
