//! A result that can be awaited: of a coroutine, a future, a timer.
//!
//! Fixed once, then only read. Waiters are coroutines that parked in an await; they are woken in the order in which they
//! came, by the step that fixes the result. A waiter that leaves early removes itself, so a completion never wakes
//! somebody who waits for something else by now.

use super::coroutine::CoroutineId;
use crate::zend::{Object, Tracer, Value};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

pub(crate) enum Fixed {
    Value(Value),
    Error(Object),
}

/// A join over several completions: its waiter is woken when the last one is fixed, or at the first error.
pub(super) struct Join {
    pub(super) left: Cell<usize>,
    pub(super) stop_at_error: bool,
    /// An error has come, and the join stops at errors.
    pub(super) failed: Cell<bool>,
}

struct Waiter {
    coroutine: CoroutineId,
    join: Option<Rc<Join>>,
}

#[derive(Default)]
pub(crate) struct Completion {
    fixed: RefCell<Option<Fixed>>,
    /// The place in the order of all completions of this request; 0 while open.
    order: Cell<u64>,
    /// Somebody has received the error, or will.
    observed: Cell<bool>,
    waiters: RefCell<Vec<Waiter>>,
}

impl Completion {
    pub(crate) fn is_fixed(&self) -> bool {
        self.order.get() != 0
    }

    /// The place in the order in which results were fixed.
    pub(super) fn order(&self) -> u64 {
        self.order.get()
    }

    /// Fixes the result and wakes the waiters. The first call wins; a later one gets its result back.
    pub(crate) fn fix(&self, fixed: Fixed) -> Result<(), Fixed> {
        if self.is_fixed() {
            return Err(fixed);
        }
        let is_error = matches!(fixed, Fixed::Error(_));
        self.fixed.replace(Some(fixed));
        self.order.set(super::scheduler::next_completion_order());
        let waiters = std::mem::take(&mut *self.waiters.borrow_mut());
        for waiter in waiters {
            // In a forked child, those who waited may be in the parent only.
            if super::scheduler::exists(waiter.coroutine) {
                self.observed.set(true);
            }
            let due = waiter.join.is_none_or(|join| {
                join.left.set(join.left.get() - 1);
                join.failed.set(join.failed.get() || (is_error && join.stop_at_error));
                join.left.get() == 0 || join.failed.get()
            });
            if due {
                super::wake(waiter.coroutine);
            }
        }
        Ok(())
    }

    pub(super) fn add_waiter(&self, coroutine: CoroutineId, join: Option<Rc<Join>>) {
        self.waiters.borrow_mut().push(Waiter { coroutine, join });
    }

    pub(super) fn remove_waiter(&self, coroutine: CoroutineId) {
        let mut waiters = self.waiters.borrow_mut();
        if let Some(at) = waiters.iter().rposition(|waiter| waiter.coroutine == coroutine) {
            waiters.remove(at);
        }
    }

    pub(crate) fn error(&self) -> Option<Object> {
        match &*self.fixed.borrow() {
            Some(Fixed::Error(error)) => Some(error.clone()),
            _ => None,
        }
    }

    pub(crate) fn value(&self) -> Option<Value> {
        match &*self.fixed.borrow() {
            Some(Fixed::Value(value)) => Some(value.clone()),
            _ => None,
        }
    }

    /// For a receiver: the result, which counts as observed from now on.
    pub(super) fn observe(&self) -> Option<Result<Value, Object>> {
        if !self.is_fixed() {
            return None;
        }
        self.observed.set(true);
        match &*self.fixed.borrow() {
            Some(Fixed::Value(value)) => Some(Ok(value.clone())),
            Some(Fixed::Error(error)) => Some(Err(error.clone())),
            None => None,
        }
    }

    /// An error, should it come to one, is nobody's loss.
    /// Nobody will ask for the result any more.
    pub(super) fn discard(&self) {
        drop(self.fixed.take());
    }

    pub(super) fn needs_no_observer(&self) {
        self.observed.set(true);
    }

    pub(super) fn has_unobserved_error(&self) -> bool {
        !self.observed.get() && matches!(&*self.fixed.borrow(), Some(Fixed::Error(_)))
    }

    /// The error, if nobody has received it. Asking counts as receiving.
    pub(super) fn take_unobserved_error(&self) -> Option<Object> {
        if self.observed.replace(true) { None } else { self.error() }
    }

    /// To be called by the object that owns it. The collector frees what garbage holds without asking who else does, so
    /// it is shown nothing while a frame or a waiter holds the completion too.
    pub(crate) fn trace(self: &Rc<Self>, tracer: &mut Tracer) {
        if Rc::strong_count(self) > 1 {
            return;
        }
        match &*self.fixed.borrow() {
            Some(Fixed::Value(value)) => tracer.value(value),
            Some(Fixed::Error(error)) => tracer.object(error),
            None => {}
        }
    }
}
