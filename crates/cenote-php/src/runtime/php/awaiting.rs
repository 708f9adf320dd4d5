//! Awaiting: one completion, several, with a second one that ends the waiting.
//!
//! An awaiting coroutine enters itself into the waiter list of everything it awaits, parks, and leaves the lists when it
//! runs again, whatever woke it; so no list ever names a coroutine that waits for something else.

use super::{coroutine_class::CoroutineObject, future, timeout};
use crate::{
    runtime::{
        completion::{Completion, Join},
        exceptions, messages, park, scheduler,
    },
    zend::{
        ClassBuilder, ClassRef, Object, Thrown, Value, exception, object::Native,
        started::PerStart, sys,
    },
};
use std::{cell::Cell, rc::Rc};

static COMPLETABLE: PerStart<ClassRef> = PerStart::new();

/// The interface `Async\Completable`.
pub(super) fn completable() -> ClassRef {
    *COMPLETABLE.get().expect("registered at module start-up")
}

/// Only our own classes implement it (SPEC 2.3).
pub(super) fn register_completable() -> ClassRef {
    let class = ClassBuilder::new(c"Async\\Completable").register_interface();
    class.only_implemented_internally();
    COMPLETABLE.set(class);
    class
}

/// Something that can be awaited, held for as long as it is.
pub(super) struct Awaited {
    completion: Rc<Completion>,
    /// Keeps the object alive: an error that we are about to receive must not be reported as nobody's.
    _object: Object,
    timer: Option<timeout::Armed>,
}

impl Awaited {
    /// # Safety
    /// `object` is a live object of a class that implements `Completable`.
    pub(super) unsafe fn new(object: *mut sys::zend_object) -> Result<Self, Thrown> {
        // SAFETY: by the contract, and only our own classes implement the interface.
        unsafe {
            let held = Object::from_borrowed(object);
            let class = held.class();
            let (completion, timer) = if class == CoroutineObject::class().class_ref() {
                let coroutine = CoroutineObject::class().native(object).coroutine();
                if coroutine.id == scheduler::current() {
                    return Err(exception::throw_error(&messages::AWAITS_ITSELF));
                }
                (coroutine.completion.clone(), None)
            } else if class == future::Future::class().class_ref() {
                (future::Future::class().native(object).completion()?, None)
            } else {
                let timer = timeout::Timeout::class().native(object);
                (timer.completion(), Some(timer.arm()))
            };
            Ok(Awaited { completion, _object: held, timer })
        }
    }

    fn is_fixed(&self) -> bool {
        self.completion.is_fixed()
    }

    fn enter(&self, join: Option<&Rc<Join>>) {
        self.completion.add_waiter(scheduler::current(), join.cloned());
    }

    fn leave(&self) {
        self.completion.remove_waiter(scheduler::current());
    }

    fn result(&self) -> Result<Value, Object> {
        self.completion.observe().expect("only asked when fixed")
    }
}

/// Ends the waiting when `cancel` is fixed: what it says, behind an OperationCanceledException (SPEC 30.3).
fn operation_canceled(cancel: &Awaited) -> Thrown {
    let reason = cancel.result().err();
    let text = match &cancel.timer {
        Some(timer) => messages::timeout_ended_the_waiting(timer.milliseconds()),
        None => messages::TOKEN_ENDED_THE_WAITING,
    };
    match exception::create(exceptions::operation_canceled(), &text) {
        Ok(error) => {
            if let Some(reason) = reason {
                exception::chain(&error, reason);
            }
            exception::throw_object(error)
        }
        Err(thrown) => thrown,
    }
}

/// Waits until `done()` or `cancel` is fixed. The caller has entered the waiter lists and leaves them.
fn wait(done: impl Fn() -> bool, cancel: Option<&Awaited>) -> Result<(), Thrown> {
    loop {
        if done() {
            return Ok(());
        }
        if let Some(cancel) = cancel.filter(|cancel| cancel.is_fixed()) {
            return Err(operation_canceled(cancel));
        }
        park(None).map_err(super::super::Interrupted::throw)?;
    }
}

/// The value of `awaited`, or its exception raised.
pub(super) fn await_one(awaited: &Awaited, cancel: Option<&Awaited>) -> Result<Value, Thrown> {
    if !awaited.is_fixed() {
        awaited.enter(None);
        cancel.inspect(|cancel| cancel.enter(None));
        let waited = wait(|| awaited.is_fixed(), cancel);
        cancel.inspect(|cancel| cancel.leave());
        awaited.leave();
        waited?;
    }
    awaited.result().map_err(exception::throw_object)
}

/// Waits for all of `awaited`, or for the first error among them if `stop_at_error`.
pub(super) fn await_many(
    awaited: &[Awaited],
    stop_at_error: bool,
    cancel: Option<&Awaited>,
) -> Result<(), Thrown> {
    let failed = || stop_at_error && awaited.iter().any(|one| one.completion.error().is_some());
    let open: Vec<&Awaited> = awaited.iter().filter(|one| !one.is_fixed()).collect();
    if open.is_empty() || failed() {
        return Ok(());
    }
    let join =
        Rc::new(Join { left: Cell::new(open.len()), stop_at_error, failed: Cell::new(false) });
    open.iter().for_each(|one| one.enter(Some(&join)));
    cancel.inspect(|cancel| cancel.enter(None));
    let waited = wait(|| join.left.get() == 0 || join.failed.get(), cancel);
    cancel.inspect(|cancel| cancel.leave());
    open.iter().for_each(|one| one.leave());
    waited
}

/// The error that occurred first.
pub(super) fn first_error(awaited: &[Awaited]) -> Option<Object> {
    awaited
        .iter()
        .filter(|one| one.completion.error().is_some())
        .min_by_key(|one| one.completion.order())
        .and_then(|one| one.result().err())
}

/// The result of one that is fixed; receiving it counts as observing.
pub(super) fn result_of(awaited: &Awaited) -> Result<Value, Object> {
    awaited.result()
}
