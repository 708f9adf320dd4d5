//! What becomes of a forked child (SPEC 29.6, 29.7).

use super::{orphan, report};
use crate::runtime::{
    cancelling::shutdown, coroutines::scheduler, engine::interrupt, errors::exit_status,
    polling::reactor, process::fork, scheduling::abandoning,
};

/// Module start-up.
pub(in crate::runtime) fn register() {
    fork::forget_by(forget_the_parents, interrupt::request);
    fork::register();
}

fn forget_the_parents() -> bool {
    // One that was asleep when a signal handler forked waits on, but not for what is sent to its parent.
    let of_clients = reactor::forget_all_but(scheduler::current_for_library().map(|me| me.id));
    of_clients.into_iter().for_each(fork::cut_off);
    exit_status::forget_failures();
    shutdown::leave_to_parent();
    abandoning::keep_only_running()
}

/// Ends a child whose script stayed in the parent. Called when a coroutine has ended.
pub(in crate::runtime) fn end_orphan_if_alone() {
    if fork::is_orphan() && scheduler::with(|scheduler| scheduler.live()) == 0 {
        report::report_all();
        report::report_end();
        orphan::end();
    }
}

/// Ends a child whose only coroutine had ended before: a signal handler has forked while its parent was asleep.
pub(in crate::runtime) fn end_without_coroutine() {
    if fork::is_orphan() && scheduler::with(|scheduler| scheduler.live()) == 0 {
        orphan::end();
    }
}
