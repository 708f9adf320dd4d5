//! `exit()` in a coroutine, and in a forked child whose script stayed in the parent (SPEC 29.6, 30.8).

use crate::{
    runtime::{
        coroutines::{coroutine::Request, scheduler::with},
        errors::exit_status,
        process::fork,
    },
    zend::globals,
};

/// A coroutine called `exit()`: the main flow leaves at once, before anybody else runs.
pub(in crate::runtime) fn exit_requested() {
    end_orphan();
    let main = with(|scheduler| scheduler.main().clone());
    main.request.replace(Some(Request::Exit));
    with(|scheduler| scheduler.make_next(&main));
}

/// `exit()` in such a child ends it at once.
fn end_orphan() {
    if fork::is_orphan() {
        end();
    }
}

/// Ends a child whose script stayed in the parent, with its exit code.
pub(super) fn end() -> ! {
    exit_status::settle_exit_status();
    // SAFETY: ends the process without running what belongs to the parent (destructors, shutdown functions).
    unsafe { libc::_exit(globals::executor().exit_status) };
}
