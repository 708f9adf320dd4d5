//! Statements: their methods and their end.
//!
//! A statement works on the connection that it was made on, no matter who calls it; what it needs is that nobody else is inside a
//! call there. Its destruction may free the connection.
//!
//! A statement holds references to the hidden object and to the template. As with stock PDO, the collector does not see
//! them: so it never takes apart a connection under a statement, and a cycle through a statement lives to the request's end.

use crate::pdo::{
    checkout::give_back,
    connection::pooled::ConnectionRef,
    messages,
    statements::{compiled::Compiled, in_use, plain},
    stock::{
        errors,
        handle::{Handle, TIMED_OUT},
        inert, request,
        statement::Statement,
    },
};
use crate::zend::{Object, Outcome, Thrown, bailout, entry, sys};

fn is_inert(statement: Statement) -> bool {
    std::ptr::eq(statement.methods(), inert::of_statement())
}

/// How a method call on a statement goes on.
#[derive(Clone, Copy)]
pub(in crate::pdo) enum Admitted {
    /// Nothing of ours is concerned.
    Stock,
    Plain(Handle, in_use::Entry),
    Pooled(ConnectionRef),
}

/// A method is called on a statement.
///
/// # Safety
/// A live PDOStatement.
pub(in crate::pdo) unsafe fn enter(
    object: *mut sys::zend_object,
    executes: bool,
) -> Result<Admitted, Thrown> {
    // SAFETY: the method table is PDOStatement's.
    let statement = unsafe { Statement::of(object) };
    let Some(handle) = statement.handle() else { return Ok(Admitted::Stock) };
    if is_inert(statement) {
        return Err(refuse_inert());
    }
    let Some(connection) = ConnectionRef::of(handle) else {
        return plain::enter(handle).map(|entry| Admitted::Plain(handle, entry));
    };
    if connection.template.is_foreign() {
        return Err(refuse_foreign());
    }
    // Its connection is the dead one, which would only say that it is dead.
    if executes
        && connection.session().has_left()
        && connection.template.binding().transaction.get().is_lost()
    {
        return Err(errors::lost_transaction());
    }
    if connection.enter() { Ok(Admitted::Pooled(connection)) } else { Err(in_use::refuse_pooled()) }
}

/// The method has returned.
///
/// # Safety
/// A live PDOStatement.
pub(in crate::pdo) unsafe fn leave(object: *mut sys::zend_object, admitted: Admitted) -> Outcome {
    match admitted {
        Admitted::Stock => Ok(()),
        Admitted::Plain(handle, entry) => plain::leave(handle, entry),
        Admitted::Pooled(connection) => {
            // SAFETY: by the contract a live PDOStatement, whose own part is a statement.
            let statement = unsafe { Statement::of(object) };
            let settled = connection.settle(statement);
            connection.note_error(statement.sqlstate());
            let interrupted = settled.and(connection.note_interruption());
            if connection.has_timed_out() {
                statement.set_sqlstate(TIMED_OUT);
            }
            if !connection.leave() {
                return interrupted;
            }
            let overtaken = connection.session_mut().overtaken();
            if let Some(moment) = overtaken {
                return interrupted.and(give_back::after_overtaken(connection, moment));
            }
            if connection.session().is_broken() {
                give_back::after_call(connection);
            }
            interrupted
        }
    }
}

/// Runs a driver call of a statement, if nobody else is inside a call on its connection.
///
/// # Safety
/// A live PDOStatement.
pub(in crate::pdo) unsafe fn guarded_call(
    object: *mut sys::zend_object,
    executes: bool,
    call: impl FnOnce() + Copy,
) {
    let mut admitted = None;
    // SAFETY: by the contract.
    entry::boundary(|| admitted = unsafe { enter(object, executes) }.ok());
    let Some(admitted) = admitted else { return };
    let blocked = match admitted {
        Admitted::Pooled(connection) => connection.template.traits.forbids_switching,
        Admitted::Stock | Admitted::Plain(..) => false,
    };
    plain::without_switching(blocked, call);
    if bailout::pending() {
        return;
    }
    entry::boundary(|| {
        // What it raises is pending in the engine.
        // SAFETY: by the contract; the call holds the statement.
        let _ = unsafe { leave(object, admitted) };
    });
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
pub(in crate::pdo) struct PlainFree {
    handle: Handle,
    /// Keeps the handle alive so far.
    object: Object,
}

/// PDO is about to free a statement. From one of a pooled connection all that is the driver's is taken, and the connection
/// goes back if this was the last one: what is left to PDO is memory. Until then the statement holds the hidden object, and
/// with it the connection.
///
/// # Safety
/// A PDOStatement that is about to be freed.
pub(in crate::pdo) unsafe fn before_free(object: *mut sys::zend_object) -> Option<PlainFree> {
    if request::is_quiet() || request::has_ended() || bailout::pending() {
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
    match ConnectionRef::of(handle) {
        Some(connection) if database.is_some() => leave_connection(connection, statement),
        Some(connection) => {
            // The statement of a failed query() has no reference any more.
            // SAFETY: a hidden object lives as long as its handle.
            let object = unsafe { Object::from_borrowed(connection.object) };
            leave_connection(connection, statement);
            drop(object);
        }
        None => return before_free_plain(statement, handle),
    }
    None
}

fn before_free_plain(statement: Statement, handle: Handle) -> Option<PlainFree> {
    let database = statement.database_object()?;
    if in_use::is_in_use_elsewhere(handle) {
        // SAFETY: the statement holds a reference to the object.
        in_use::close_later(statement, handle, unsafe { Object::from_borrowed(database) });
        return None;
    }
    match plain::enter(handle) {
        Ok(in_use::Entry::First) => Some(PlainFree {
            handle,
            // SAFETY: the statement holds a reference to the object.
            object: unsafe { Object::from_borrowed(database) },
        }),
        Ok(in_use::Entry::Nested) | Err(_) => None,
    }
}

impl PlainFree {
    /// PDO has freed it.
    pub(in crate::pdo) fn end(self) {
        in_use::leave(self.handle);
        drop(self.object);
    }
}

fn leave_connection(connection: ConnectionRef, statement: Statement) {
    let live = connection.live.remove(statement);
    let was_made_here = live.is_some();
    if connection.template.is_foreign() {
        // The driver's part belongs to the parent's connection, and stays as it is (SPEC 29.6).
        let _ = Compiled::take_from(statement);
    } else {
        match live {
            Some(live) if live.is_keepable() => connection.keep(live),
            _ => connection.close_later(statement),
        }
        // Closing may have to wait for the server: where the coroutine cannot, the next one who has the connection does it.
        if connection.may_close_here() && connection.enter() {
            connection.leave();
        }
        if !connection.session().has_left() {
            if was_made_here {
                give_back::after_statement(connection);
            } else {
                give_back::after_lost_statement(connection);
            }
        }
    }
    if was_made_here {
        drop(connection.template.let_go());
    }
}
