//! Waits inside a driver that were ended from outside: the call that waited raises the cause.

use crate::{
    runtime::{self, CoroutineId, Interrupted},
    zend::{Outcome, globals::engine_local},
};
use std::cell::RefCell;

engine_local! {
    static INTERRUPTED: RefCell<Vec<(CoroutineId, Interrupted)>> = RefCell::new(Vec::new());
}

/// A wait of the running coroutine was ended.
pub(in crate::pdo) fn note(interrupted: Interrupted) {
    INTERRUPTED.borrow_mut().push((runtime::current(), interrupted));
}

/// Whether any has not been reported yet.
#[inline]
pub(in crate::pdo) fn any() -> bool {
    !INTERRUPTED.borrow().is_empty()
}

/// Raises what ended a wait of the running coroutine, if one was ended. What the driver made of it becomes its previous.
pub(in crate::pdo) fn raise() -> Outcome {
    let me = runtime::current();
    let interrupted = {
        let mut all = INTERRUPTED.borrow_mut();
        let at = all.iter().position(|(coroutine, _)| *coroutine == me);
        at.map(|at| all.swap_remove(at).1)
    };
    match interrupted {
        Some(interrupted) => Err(interrupted.throw()),
        None => Ok(()),
    }
}

/// The request ends; what nobody has raised is forgotten.
pub(in crate::pdo) fn end_request() {
    INTERRUPTED.take();
}
