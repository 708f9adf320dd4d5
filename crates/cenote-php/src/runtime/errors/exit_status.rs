//! The exit code of a request in which something has failed that nobody received.

use crate::zend::globals::{self, engine_local};
use std::cell::Cell;

engine_local! {
    /// A failure was reported, and the handler that got it did not decide on the exit code itself.
    static FAILED: Cell<bool> = Cell::new(false);
}

/// Gives the exit code of the request its last word: a later `exit()` without a code of its own hides no failure.
pub(in crate::runtime) fn settle_exit_status() {
    let mut globals = globals::executor();
    if FAILED.take() && globals.exit_status == 0 {
        globals.exit_status = 255;
    }
}

/// What has failed so far is the parent's.
pub(in crate::runtime) fn forget_failures() {
    FAILED.set(false);
}

/// A failure was reported, and the exit code is not decided on.
pub(in crate::runtime) fn note_failure() {
    FAILED.set(true);
}
