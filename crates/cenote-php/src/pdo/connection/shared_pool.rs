//! The pool of an object, and what belongs to that. Objects whose connections outlive the request share one if they are the same place
//! to connect to (SPEC 50.13): so MAX holds for all of them together, and who waits is served in order.

use crate::pool::Pool;
use cenote_core::Core;
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

/// One pool, and the connections in it.
pub(in crate::pdo) struct SharedPool<Object, Connection> {
    pub(in crate::pdo) engine: Rc<Pool>,
    pub(in crate::pdo) members: Rc<Members<Object>>,
    /// Those of all members.
    pub(in crate::pdo) connections: RefCell<Vec<Connection>>,
    pub(in crate::pdo) counters: Counters,
    uses: Cell<u64>,
}

/// The objects of a pool, the one that has asked last at the end.
pub(in crate::pdo) struct Members<Object>(RefCell<Vec<Weak<Object>>>);

/// What stats() of a PDO pool counts besides (SPEC 11.4).
#[derive(Default)]
pub(in crate::pdo) struct Counters {
    pub(in crate::pdo) resets: Cell<u64>,
    pub(in crate::pdo) rollbacks: Cell<u64>,
    pub(in crate::pdo) broken: Cell<u64>,
    pub(in crate::pdo) cache_hits: Cell<u64>,
    pub(in crate::pdo) cache_misses: Cell<u64>,
    pub(in crate::pdo) uncacheable: Cell<u64>,
}

pub(in crate::pdo) fn count(counter: &Cell<u64>) {
    counter.set(counter.get() + 1);
}

impl<Object, Connection> SharedPool<Object, Connection> {
    pub(in crate::pdo) fn new(engine: Rc<Pool>, members: Rc<Members<Object>>) -> Rc<Self> {
        Rc::new(SharedPool {
            engine,
            members,
            connections: RefCell::default(),
            counters: Counters::default(),
            uses: Cell::new(0),
        })
    }

    /// Whether an object may join it.
    pub(in crate::pdo) fn is_open(&self) -> bool {
        !self.members.are_none() && !self.engine.look(Core::is_closed)
    }

    /// A number for one checkout.
    pub(in crate::pdo) fn next_use(&self) -> u64 {
        self.uses.set(self.uses.get() + 1);
        self.uses.get()
    }
}

impl<Object> Default for Members<Object> {
    fn default() -> Self {
        Members(RefCell::default())
    }
}

impl<Object> Members<Object> {
    pub(in crate::pdo) fn join(&self, member: Weak<Object>) {
        self.0.borrow_mut().push(member);
    }

    /// The object is gone, or its pool is. True: it was the last one.
    pub(in crate::pdo) fn leave(&self, member: &Weak<Object>) -> bool {
        let mut all = self.0.borrow_mut();
        all.retain(|known| !known.ptr_eq(member));
        all.is_empty()
    }

    pub(in crate::pdo) fn are_none(&self) -> bool {
        self.0.borrow().is_empty()
    }

    pub(in crate::pdo) fn is_one(&self) -> bool {
        self.0.borrow().len() == 1
    }

    /// Manager are made for this object, if the pool makes one now.
    #[inline]
    pub(in crate::pdo) fn prefer(&self, member: &Weak<Object>) {
        let mut all = self.0.borrow_mut();
        if all.len() > 1 {
            all.sort_by_key(|known| known.ptr_eq(member));
        }
    }

    /// The object for which connections are made.
    pub(in crate::pdo) fn preferred(&self) -> Option<Rc<Object>> {
        self.0.borrow().last().and_then(Weak::upgrade)
    }
}
