//! The link between a coroutine and a template (SPEC 18.5): made at the first use, gone at the coroutine's end.

use super::pooled::ConnectionRef;
use crate::{
    runtime::{CoroutineId, EndHook},
    zend::Value,
};
use cenote_core::session::{Holding, InsertId, Transaction};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// What one coroutine has of one pooled object, whether or not a connection is bound at the moment.
pub(in crate::pdo) struct Binding {
    pub(in crate::pdo) owner: CoroutineId,
    /// The bound connection. Its own end of the link is a [`BoundTo`]; only [`bind`] and [`unbind`] change either.
    connection: Cell<Option<ConnectionRef>>,
    /// What ends it with the coroutine, to be taken back if the template goes first (SPEC 29.2).
    pub(in crate::pdo) end_hook: Cell<Option<EndHook>>,
    /// The coroutine has ended; the connection stays only for its statements.
    pub(in crate::pdo) has_ended: Cell<bool>,
    /// The `errorInfo` of an error that no connection shows any more. `None`: no error (SPEC 23.1, 23.2).
    pub(in crate::pdo) error: RefCell<Option<Value>>,
    pub(in crate::pdo) insert_id: Cell<InsertId<i64, ConnectionRef>>,
    pub(in crate::pdo) transaction: Cell<Transaction>,
    /// How many warnings its last text on a connection given back has caused.
    pub(in crate::pdo) warnings: Cell<i64>,
    /// The number of the last hand-out to it.
    pub(in crate::pdo) last_use: Cell<u64>,
    /// What SQL's `LAST_INSERT_ID()` says in a session with its statements.
    pub(in crate::pdo) session_insert_id: Cell<i64>,
}

/// A connection's end of the link: whose it is.
#[derive(Default)]
pub(in crate::pdo) struct BoundTo(RefCell<Option<Rc<Binding>>>);

impl BoundTo {
    /// The binding, if there is one.
    #[inline]
    pub(in crate::pdo) fn binding(&self) -> Option<Rc<Binding>> {
        self.0.borrow().clone()
    }

    #[inline]
    pub(in crate::pdo) fn is_none(&self) -> bool {
        self.0.borrow().is_none()
    }
}

/// Gives a connection to a coroutine.
pub(in crate::pdo) fn bind(connection: ConnectionRef, binding: &Rc<Binding>) {
    connection.main_has_ended.set(false);
    *connection.bound_to.0.borrow_mut() = Some(Rc::clone(binding));
    binding.connection.set(Some(connection));
}

/// Takes a connection from its coroutine. To drop the binding that is returned may end objects of the user's.
#[must_use]
pub(in crate::pdo) fn unbind(connection: ConnectionRef) -> Option<Rc<Binding>> {
    let binding = connection.bound_to.0.take()?;
    binding.connection.set(None);
    Some(binding)
}

impl Binding {
    pub(in crate::pdo) fn new(owner: CoroutineId) -> Self {
        Binding {
            owner,
            connection: Cell::new(None),
            end_hook: Cell::new(None),
            has_ended: Cell::new(false),
            error: RefCell::new(None),
            insert_id: Cell::new(InsertId::None),
            transaction: Cell::new(Transaction::default()),
            warnings: Cell::new(0),
            last_use: Cell::new(0),
            session_insert_id: Cell::new(0),
        }
    }

    /// The bound connection.
    #[inline]
    pub(in crate::pdo) fn connection(&self) -> Option<ConnectionRef> {
        self.connection.get()
    }

    /// What Fibers that its owner resumes may take part in (SPEC 46.2).
    pub(in crate::pdo) fn holding(&self) -> Holding {
        let bound = self.connection().map(|connection| connection.in_transaction());
        match bound {
            _ if self.transaction.get().is_open(bound) => Holding::Transaction,
            Some(_) => Holding::Connection,
            None => Holding::Nothing,
        }
    }

    /// A new call begins: the last error is over.
    #[inline]
    pub(in crate::pdo) fn clear_error(&self) {
        let old = self.error.take();
        drop(old);
    }

    /// The last insert id that this coroutine knows, without a connection.
    pub(in crate::pdo) fn remembered_insert_id(&self) -> i64 {
        let id = self.insert_id.take();
        let known = if let InsertId::Value(known) = &id { *known } else { 0 };
        self.insert_id.set(id);
        known
    }
}
