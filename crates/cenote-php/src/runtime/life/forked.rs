//! What becomes of a forked child (SPEC 29.6, 29.7).

use super::{orphan, report};
use crate::runtime::{
    coroutines::{scheduler, shutdown},
    errors::exit_status,
    polling::reactor,
    process::fork,
    scheduling::abandoning,
};

/// Module start-up.
pub(in crate::runtime) fn register() {
    fork::forget_by(forget_the_parents);
    fork::register();
}

fn forget_the_parents() -> bool {
    reactor::forget_all();
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
