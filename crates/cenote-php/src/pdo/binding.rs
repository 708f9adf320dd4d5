//! The link between a coroutine and a template (SPEC 18.5): made at the first use, gone at the coroutine's end.

use super::slot::SlotRef;
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
pub(super) struct Binding {
    pub(super) owner: CoroutineId,
    /// The bound connection. Its own end of the link is a [`BoundTo`]; only [`bind`] and [`unbind`] change either.
    slot: Cell<Option<SlotRef>>,
    /// What ends it with the coroutine, to be taken back if the template goes first (SPEC 29.2).
    pub(super) end_hook: Cell<Option<EndHook>>,
    /// The coroutine has ended; the connection stays only for its statements.
    pub(super) has_ended: Cell<bool>,
    /// The `errorInfo` of an error that no connection shows any more. `None`: no error (SPEC 23.1, 23.2).
    pub(super) error: RefCell<Option<Value>>,
    pub(super) insert_id: Cell<InsertId<i64, SlotRef>>,
    pub(super) transaction: Cell<Transaction>,
    /// How many warnings its last text on a connection given back has caused.
    pub(super) warnings: Cell<i64>,
    /// The number of the last hand-out to it.
    pub(super) last_use: Cell<u64>,
    /// What SQL's `LAST_INSERT_ID()` says in a session with its statements.
    pub(super) session_insert_id: Cell<i64>,
}

/// A connection's end of the link: whose it is.
#[derive(Default)]
pub(super) struct BoundTo(RefCell<Option<Rc<Binding>>>);

impl BoundTo {
    /// The binding, if there is one.
    #[inline]
    pub(super) fn binding(&self) -> Option<Rc<Binding>> {
        self.0.borrow().clone()
    }

    #[inline]
    pub(super) fn is_none(&self) -> bool {
        self.0.borrow().is_none()
    }
}

/// Gives a connection to a coroutine.
pub(super) fn bind(slot: SlotRef, binding: &Rc<Binding>) {
    *slot.bound_to.0.borrow_mut() = Some(Rc::clone(binding));
    binding.slot.set(Some(slot));
}

/// Takes a connection from its coroutine. To drop the binding that is returned may end objects of the user's.
#[must_use]
pub(super) fn unbind(slot: SlotRef) -> Option<Rc<Binding>> {
    let binding = slot.bound_to.0.take()?;
    binding.slot.set(None);
    Some(binding)
}

impl Binding {
    pub(super) fn new(owner: CoroutineId) -> Self {
        Binding {
            owner,
            slot: Cell::new(None),
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
    pub(super) fn slot(&self) -> Option<SlotRef> {
        self.slot.get()
    }

    /// What Fibers that its owner resumes may take part in (SPEC 46.2).
    pub(super) fn holding(&self) -> Holding {
        let bound = self.slot().map(|slot| slot.in_transaction());
        match bound {
            _ if self.transaction.get().is_open(bound) => Holding::Transaction,
            Some(_) => Holding::Connection,
            None => Holding::Nothing,
        }
    }

    /// A new call begins: the last error is over.
    #[inline]
    pub(super) fn clear_error(&self) {
        let old = self.error.take();
        drop(old);
    }

    /// The last insert id that this coroutine knows, without a connection.
    pub(super) fn remembered_insert_id(&self) -> i64 {
        let id = self.insert_id.take();
        let known = if let InsertId::Value(known) = &id { *known } else { 0 };
        self.insert_id.set(id);
        known
    }
}
