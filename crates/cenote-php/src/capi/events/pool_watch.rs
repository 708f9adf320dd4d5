//! The events that listen to one pool.

use super::event::{Event, Kind};
use crate::{pool::Pool, runtime, zend::Outcome};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

/// What a pool keeps of them.
#[derive(Default)]
pub(in crate::capi) struct PoolWatch {
    pool: RefCell<Weak<Pool>>,
    listening: RefCell<Vec<Weak<Event>>>,
    /// An alarm is due that tells them that there is a free resource.
    ringing: Cell<bool>,
}

impl PoolWatch {
    /// The pool has begun.
    pub(in crate::capi) fn begin(&self, pool: &Rc<Pool>) {
        self.pool.replace(Rc::downgrade(pool));
    }

    /// `None`: the pool is finished.
    pub(super) fn pool(&self) -> Option<Rc<Pool>> {
        self.pool.borrow().upgrade()
    }

    pub(super) fn add(self: &Rc<Self>, event: Weak<Event>) {
        let is_new = !self.listening.borrow().iter().any(|known| known.ptr_eq(&event));
        if is_new {
            self.listening.borrow_mut().push(event);
            self.follow_pool();
        }
    }

    pub(super) fn remove(self: &Rc<Self>, event: &Event) {
        self.listening.borrow_mut().retain(|known| !std::ptr::eq(known.as_ptr(), event));
        self.follow_pool();
    }

    fn of_kind(&self, kind: Kind) -> Vec<Rc<Event>> {
        let listening = self.listening.borrow();
        listening.iter().filter_map(Weak::upgrade).filter(|event| event.is(kind)).collect()
    }

    /// The pool is asked to tell only while somebody listens.
    fn follow_pool(self: &Rc<Self>) {
        let Some(pool) = self.pool() else { return };
        if self.of_kind(Kind::Free).is_empty() {
            return pool.watch(None);
        }
        let watch = Rc::downgrade(self);
        pool.watch(Some(Rc::new(move || {
            if let Some(watch) = watch.upgrade() {
                watch.ring_soon();
            }
        })));
    }

    /// The pool is in the middle of a step. Visible, because somebody may wait for what a callback does.
    fn ring_soon(self: &Rc<Self>) {
        if self.ringing.replace(true) {
            return;
        }
        let watch = Rc::downgrade(self);
        let ring = move || {
            if let Some(watch) = watch.upgrade() {
                watch.ring();
            }
        };
        let _ = runtime::visible_alarm(runtime::coarse_now(), Box::new(ring));
    }

    fn ring(&self) {
        self.ringing.set(false);
        for event in self.of_kind(Kind::Free) {
            if self.pool().is_some_and(|pool| pool.can_serve()) {
                event.fire();
            }
        }
    }

    /// The pool was closed. Who waits for a free resource is refused; callbacks for the close run here, in the call that has
    /// closed it, because the request may be over.
    pub(in crate::capi) fn tell_closed(&self) -> Outcome {
        for event in self.of_kind(Kind::Free) {
            event.wake_all();
        }
        let mut told = Ok(());
        for event in self.of_kind(Kind::Closed) {
            told = told.and(event.fire_here());
        }
        told
    }
}
