//! The link between a coroutine and a template (SPEC 18.5): made at the first use, gone at the coroutine's end.

use super::pooled::ConnectionRef;
use crate::{
    runtime::{self, CoroutineId, EndHook},
    zend::Value,
};
use cenote_core::session::{Holding, InsertId, Transaction, binding_of};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
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
    /// The number of the last checkout to it.
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

    /// Whether there is one whose coroutine has not ended.
    #[inline]
    pub(in crate::pdo) fn is_alive(&self) -> bool {
        self.0.borrow().as_ref().is_some_and(|binding| !binding.has_ended.get())
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

    /// What it knows of a transaction, and the connection that knows the rest.
    #[inline]
    pub(in crate::pdo) fn holds(&self) -> (Transaction, Option<ConnectionRef>) {
        (self.transaction.get(), self.connection())
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

/// The bindings of one object, by their coroutines.
#[derive(Default)]
pub(super) struct Bindings {
    all: RefCell<HashMap<CoroutineId, Rc<Binding>>>,
    /// The one that was asked for last.
    latest: Cell<Option<Rc<Binding>>>,
}

impl Bindings {
    /// That of the running coroutine, else a new one.
    #[inline(always)]
    pub(super) fn current(&self, anew: impl Fn(CoroutineId) -> Rc<Binding>) -> Rc<Binding> {
        if runtime::is_in_fiber() {
            return self.current_in_fiber(&anew);
        }
        let me = runtime::current();
        match self.latest.take() {
            Some(latest) if latest.owner == me => {
                self.latest.set(Some(Rc::clone(&latest)));
                latest
            }
            _ => self.find(me, &anew),
        }
    }

    /// A look at that of the running coroutine, if it is the one that was asked for last.
    #[inline]
    pub(super) fn look_at_latest<T>(&self, look: impl FnOnce(&Binding) -> T) -> Option<T> {
        if runtime::is_in_fiber() {
            return None;
        }
        let latest = self.latest.take();
        let is_its = |latest: &&Rc<Binding>| latest.owner == runtime::current();
        let looked = latest.as_ref().filter(is_its).map(|latest| look(latest));
        self.latest.set(latest);
        looked
    }

    /// The same where another one was asked for last.
    #[inline(never)]
    fn find(&self, me: CoroutineId, anew: &dyn Fn(CoroutineId) -> Rc<Binding>) -> Rc<Binding> {
        let known = self.all.borrow().get(&me).cloned();
        let binding = known.unwrap_or_else(|| anew(me));
        self.latest.set(Some(Rc::clone(&binding)));
        binding
    }

    /// The running Fiber's own, or that of the flow that has resumed it in a transaction (SPEC 46.2).
    #[inline(never)]
    fn current_in_fiber(&self, anew: &dyn Fn(CoroutineId) -> Rc<Binding>) -> Rc<Binding> {
        let flows = runtime::flows();
        let known = |flow| self.all.borrow().get(flow).cloned();
        let holdings =
            flows.iter().map(|flow| known(flow).map_or(Holding::Nothing, |b| b.holding()));
        let flow = flows[binding_of(holdings)];
        known(&flow).unwrap_or_else(|| anew(flow))
    }

    /// A new one. `hook` ends it with its coroutine.
    pub(super) fn add(&self, owner: CoroutineId, hook: Option<EndHook>) -> Rc<Binding> {
        let binding = Rc::new(Binding::new(owner));
        binding.end_hook.set(hook);
        if hook.is_some() {
            self.all.borrow_mut().insert(owner, Rc::clone(&binding));
        } else {
            // Only destructors of its last values still run: nothing stays bound after a call.
            binding.has_ended.set(true);
        }
        binding
    }

    /// Its coroutine has ended.
    pub(super) fn end(&self, owner: CoroutineId) -> Option<Rc<Binding>> {
        let binding = self.all.borrow_mut().remove(&owner);
        let latest = self.latest.take().filter(|latest| latest.owner != owner);
        self.latest.set(latest);
        let binding = binding?;
        binding.has_ended.set(true);
        Some(binding)
    }

    /// All, and the one that was asked for last, which may be none of them.
    pub(super) fn take(&self) -> (HashMap<CoroutineId, Rc<Binding>>, Option<Rc<Binding>>) {
        (self.all.take(), self.latest.take())
    }
}
