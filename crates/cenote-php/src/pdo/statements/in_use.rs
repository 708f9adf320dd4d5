//! One user at a time (SPEC 28).
//!
//! A connection is in use from the start of a call on it to the end, and a coroutine that is switched to meanwhile must
//! not write to it. A pooled connection keeps its user itself. A plain handle has a mark in a bit that PDO leaves
//! free, and the user in a list here; both only once coroutines exist, so that a script without any pays one comparison.

use super::compiled::Compiled;
use crate::pdo::{
    messages,
    stock::{errors, handle::Handle, statement::Statement},
};
use crate::{
    runtime::{self, CoroutineId},
    zend::{
        Object, Thrown,
        globals::{self, engine_local},
    },
};
use std::cell::RefCell;

/// A coroutine inside a call on a plain handle.
struct InCall {
    handle: Handle,
    user: CoroutineId,
}

/// A statement that is to be closed of a plain handle, which its object keeps alive.
struct PendingClose {
    handle: Handle,
    object: Object,
    statement: Compiled,
}

impl PendingClose {
    fn close(self) {
        // SAFETY: the PDO object of the handle, which is held until the driver has closed the statement.
        unsafe { self.statement.close(self.handle, Some(self.object.as_ptr())) };
        drop(self.object);
    }
}

#[derive(Default)]
struct InUse {
    calls: Vec<InCall>,
    to_close: Vec<PendingClose>,
}

engine_local! {
    static IN_USE: RefCell<InUse> = RefCell::new(InUse { calls: Vec::new(), to_close: Vec::new() });
}

/// What [`enter`] found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::pdo) enum Entry {
    /// Nobody was inside: [`leave`] afterwards.
    First,
    /// This coroutine already is (a callback that uses the same object).
    Nested,
}

/// A call on a plain handle begins.
pub(in crate::pdo) fn enter(handle: Handle) -> Result<Entry, Thrown> {
    let me = runtime::current();
    if handle.is_marked() {
        match user_of(handle) {
            Some(user) if user == me => return Ok(Entry::Nested),
            // After a fatal error nobody else runs any more; its call was left by a jump.
            Some(_) if globals::compiler().unclean_shutdown => {}
            Some(_) => return Err(refuse()),
            None => {}
        }
    }
    handle.mark(true);
    IN_USE.borrow_mut().calls.push(InCall { handle, user: me });
    Ok(Entry::First)
}

/// The call that entered first has ended. Anyone who calls this keeps the handle alive.
pub(in crate::pdo) fn leave(handle: Handle) {
    // To close a statement may be to wait for the server, so the handle is in use up to then.
    while let Some(pending) = take_pending(handle) {
        pending.close();
    }
    handle.mark(false);
    let mut in_use = IN_USE.borrow_mut();
    if let Some(at) = in_use.calls.iter().rposition(|call| call.handle == handle) {
        in_use.calls.swap_remove(at);
    }
}

fn take_pending(handle: Handle) -> Option<PendingClose> {
    let mut in_use = IN_USE.borrow_mut();
    let at = in_use.to_close.iter().position(|pending| pending.handle == handle)?;
    Some(in_use.to_close.swap_remove(at))
}

fn user_of(handle: Handle) -> Option<CoroutineId> {
    let in_use = IN_USE.borrow();
    in_use.calls.iter().rfind(|call| call.handle == handle).map(|call| call.user)
}

/// Whether another coroutine is inside a call on this plain handle.
pub(in crate::pdo) fn is_in_use_elsewhere(handle: Handle) -> bool {
    handle.is_marked() && user_of(handle).is_some_and(|user| user != runtime::current())
}

#[cold]
fn refuse() -> Thrown {
    errors::throw_plain(&messages::IN_USE)
}

/// SPEC 28.2, for the connection of a pooled object.
#[cold]
pub(in crate::pdo) fn refuse_pooled() -> Thrown {
    errors::throw_plain(&messages::STATEMENT_IN_USE)
}

/// Keeps the driver's part of a plain statement until the call that uses its connection ends.
pub(in crate::pdo) fn close_later(statement: Statement, handle: Handle, object: Object) {
    if let Some(statement) = Compiled::take_from(statement) {
        IN_USE.borrow_mut().to_close.push(PendingClose { handle, object, statement });
    }
}

/// The request ends; nothing of it is inside a call any more.
pub(in crate::pdo) fn end_request() {
    let left = std::mem::take(&mut *IN_USE.borrow_mut());
    for pending in left.to_close {
        pending.close();
    }
}
