//! Statements: their methods and their end.
//!
//! A statement works on the connection that it was made on, whoever calls it; what it needs is that nobody else is inside a
//! call there. Its destruction may free the connection.
//!
//! A statement holds references to the hidden object and to the template. As with stock PDO, the collector does not see
//! them: so it never takes apart a connection under a statement, and a cycle through a statement lives to the request's end.

use super::{
    compiled::Compiled,
    errors, give_back,
    handle::{Handle, Statement, TIMED_OUT},
    hooks, in_use, messages,
    slot::SlotRef,
};
use crate::zend::{Object, Outcome, Thrown, Value, bailout, sys};
use std::ffi::c_int;

/// Functions for a statement whose connection was taken from it (SPEC 18.7). Its methods are refused before they come here;
/// what PDO reaches by other ways (a lazy row) finds nothing.
static INERT: InertMethods = InertMethods(sys::pdo_stmt_methods {
    dtor: Some(refuse),
    executer: Some(refuse),
    fetcher: Some(refuse_fetch),
    describer: Some(refuse_column),
    get_col: Some(give_null),
    param_hook: None,
    set_attribute: None,
    get_attribute: None,
    get_column_meta: None,
    next_rowset: None,
    cursor_closer: None,
});

unsafe extern "C" fn refuse(_statement: *mut sys::pdo_stmt_t) -> c_int {
    0
}

unsafe extern "C" fn refuse_fetch(
    _statement: *mut sys::pdo_stmt_t,
    _orientation: sys::pdo_fetch_orientation,
    _offset: sys::zend_long,
) -> c_int {
    0
}

unsafe extern "C" fn refuse_column(_statement: *mut sys::pdo_stmt_t, _column: c_int) -> c_int {
    0
}

unsafe extern "C" fn give_null(
    _statement: *mut sys::pdo_stmt_t,
    _column: c_int,
    result: *mut sys::zval,
    _kind: *mut sys::pdo_param_type,
) -> c_int {
    // SAFETY: PDO passes a slot for the value.
    unsafe { Value::null().write_to(result) };
    1
}

struct InertMethods(sys::pdo_stmt_methods);

// SAFETY: a constant table of function pointers.
unsafe impl Sync for InertMethods {}

/// Takes the connection from what lives of its statements.
pub(super) fn make_inert(slot: SlotRef) {
    for statement in slot.live.all() {
        // Closed before the next one gets the connection.
        slot.bury(statement);
        statement.set_methods(inert());
        slot.forget(statement);
        drop(slot.template.let_go());
    }
}

/// The table of functions of such a statement.
#[inline]
pub(super) fn inert() -> *const sys::pdo_stmt_methods {
    &raw const INERT.0
}

fn is_inert(statement: Statement) -> bool {
    std::ptr::eq(statement.methods(), inert())
}

/// How a method call on a statement goes on.
#[derive(Clone, Copy)]
pub(super) enum Admitted {
    /// Nothing of ours is concerned.
    Stock,
    Plain(Handle, in_use::Entry),
    Pooled(SlotRef),
}

/// A method is called on a statement.
pub(super) fn enter(object: *mut sys::zend_object, executes: bool) -> Result<Admitted, Thrown> {
    // SAFETY: the method table is PDOStatement's.
    let statement = unsafe { Statement::of(object) };
    let Some(handle) = statement.handle() else { return Ok(Admitted::Stock) };
    if is_inert(statement) {
        return Err(refuse_inert());
    }
    let Some(slot) = SlotRef::of(handle) else {
        return hooks::enter_plain(handle).map(|entry| Admitted::Plain(handle, entry));
    };
    if slot.template.is_foreign() {
        return Err(refuse_foreign());
    }
    // Its connection is the dead one, which would only say that it is dead.
    if executes && slot.session().has_left() && slot.template.binding().transaction.get().is_lost()
    {
        return Err(errors::lost_transaction());
    }
    if slot.enter() { Ok(Admitted::Pooled(slot)) } else { Err(in_use::refuse_pooled()) }
}

/// The method has returned.
pub(super) fn leave(object: *mut sys::zend_object, admitted: Admitted) -> Outcome {
    match admitted {
        Admitted::Stock => Ok(()),
        Admitted::Plain(handle, entry) => hooks::leave_plain(handle, entry),
        Admitted::Pooled(slot) => {
            // SAFETY: as in `enter`.
            let statement = unsafe { Statement::of(object) };
            let settled = slot.settle(statement);
            slot.note_error(statement.sqlstate());
            let interrupted = settled.and(hooks::note_interruption(slot));
            if slot.has_timed_out() {
                statement.set_sqlstate(TIMED_OUT);
            }
            if !slot.leave() {
                return interrupted;
            }
            let overtaken = slot.tell().overtaken();
            if let Some(moment) = overtaken {
                return interrupted.and(give_back::after_overtaken(slot, moment));
            }
            if slot.session().is_broken() {
                give_back::after_call(slot);
            }
            interrupted
        }
    }
}

#[cold]
fn refuse_inert() -> Thrown {
    errors::throw_plain(&messages::STATEMENT_CLOSED)
}

#[cold]
fn refuse_foreign() -> Thrown {
    errors::throw_plain(&messages::STATEMENT_OF_PARENT)
}

/// PDO frees a statement of a plain object. That is a call like any other (SPEC 28.1): a driver may wait for the server to have
/// closed it.
pub(super) struct PlainFree {
    handle: Handle,
    /// Keeps the handle alive so far.
    connection: Object,
}

/// PDO is about to free a statement. From one of a pooled connection all that is the driver's is taken, and the connection
/// goes back if this was the last one: what is left to PDO is memory. Until then the statement holds the hidden object, and
/// with it the slot.
pub(super) fn before_free(object: *mut sys::zend_object) -> Option<PlainFree> {
    if hooks::is_quiet() || hooks::has_ended() || bailout::pending() {
        return None;
    }
    // SAFETY: the handler is that of statements.
    let statement = unsafe { Statement::of(object) };
    let handle = statement.handle()?;
    let database = statement.database_object();
    if let Some(database) = database {
        // At the end of a request the connection may be gone before its statements: then there is no handle any more.
        // SAFETY: the statement holds a reference to the object.
        let flags = unsafe { (*database).gc.u.type_info };
        if flags & sys::IS_OBJ_FREE_CALLED != 0 {
            return None;
        }
    }
    match SlotRef::of(handle) {
        Some(slot) if database.is_some() => leave_connection(slot, statement),
        Some(slot) => {
            // The statement of a failed query() has no reference any more.
            // SAFETY: a hidden object lives as long as its handle.
            let connection = unsafe { Object::from_borrowed(slot.object) };
            leave_connection(slot, statement);
            drop(connection);
        }
        None => return before_free_plain(statement, handle),
    }
    None
}

fn before_free_plain(statement: Statement, handle: Handle) -> Option<PlainFree> {
    let database = statement.database_object()?;
    if in_use::is_in_use_elsewhere(handle) {
        in_use::bury(statement, handle, database);
        return None;
    }
    match hooks::enter_plain(handle) {
        Ok(in_use::Entry::First) => Some(PlainFree {
            handle,
            // SAFETY: the statement holds a reference to the object.
            connection: unsafe { Object::from_borrowed(database) },
        }),
        Ok(in_use::Entry::Nested) | Err(_) => None,
    }
}

impl PlainFree {
    /// PDO has freed it.
    pub(super) fn end(self) {
        in_use::leave(self.handle);
        drop(self.connection);
    }
}

fn leave_connection(slot: SlotRef, statement: Statement) {
    let live = slot.live.remove(statement);
    let was_made_here = live.is_some();
    if slot.template.is_foreign() {
        // The driver's part belongs to the parent's connection, and stays as it is (SPEC 29.6).
        let _ = Compiled::take_from(statement);
    } else {
        match live {
            Some(live) if live.is_keepable() => slot.keep(live),
            _ => slot.bury(statement),
        }
        // Closing may have to wait for the server: where the coroutine cannot, the next one who has the connection does it.
        if slot.may_close_here() && slot.enter() {
            slot.leave();
        }
        if !slot.session().has_left() {
            if was_made_here {
                give_back::after_statement(slot);
            } else {
                give_back::after_lost_statement(slot);
            }
        }
    }
    if was_made_here {
        drop(slot.template.let_go());
    }
}
