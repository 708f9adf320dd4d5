//! How others are made to leave what is about to be closed, and how that is waited for (SPEC 28.6).
//!
//! Anyone who waits inside a library, in a call that works on what is to be closed, is made to leave as by a cancellation, but
//! without an exception of ours: the function fails by its own error path. The closer waits until that call has returned.
//!
//! There are two places that ask: functions, before they begin ([`super::claims`]), and `close()` of a descriptor
//! ([`vacate_descriptor`]), for what is closed by way of something else.

use crate::runtime::{
    cancelling::shielding::shielded,
    coroutines::{
        coroutine::State,
        interrupted::{Eviction, Interrupted},
        scheduler,
    },
    libraries::evictions,
    polling::reactor,
    scheduling::parking,
};
use libc::c_int;

/// `fd` is about to be closed by a library that frees what is around it: waits until those who wait on it for theirs have
/// returned. Nobody can be refused here.
pub(crate) fn vacate_descriptor(fd: c_int) {
    let me = scheduler::running();
    let find = |id| scheduler::with(|scheduler| scheduler.find(id).cloned());
    let leaving: Vec<_> = reactor::waiting_on(fd)
        .into_iter()
        .filter(|&id| id != me.id)
        .filter_map(find)
        .filter(|user| user.evictable.get())
        .collect();
    if leaving.is_empty() || me.state.get() != State::Running || !scheduler::may_park() {
        return;
    }
    leaving.iter().for_each(|user| evictions::evict(user, Eviction::Quiet));
    shielded(|| {
        while leaving.iter().any(|user| evictions::is_leaving(user)) {
            if until_somebody_leaves().is_err() {
                return;
            }
        }
    });
}

/// Parks until a call has returned that somebody may have waited for.
pub(in crate::runtime) fn until_somebody_leaves() -> Result<(), Interrupted> {
    let me = scheduler::current();
    evictions::waits(me);
    let woken = parking::park(None);
    evictions::waits_no_more(me);
    woken.map(|_| ())
}
