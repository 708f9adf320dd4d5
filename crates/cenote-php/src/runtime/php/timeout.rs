//! `Async\timeout()`: a completable that fails after a time, for use as `$cancel`.
//!
//! Its timer is armed only while somebody awaits it, but the time runs from its making; so a timeout that nobody awaits
//! any more costs nothing and keeps nothing alive (SPEC 30.3).

use crate::{
    runtime::{
        clock,
        completion::{Completion, Fixed},
        exceptions, messages, scheduler,
    },
    zend::{
        Class, ClassBuilder, ClassRef, Message, Object, Thrown, Tracer, exception, object::Native,
    },
};
use cenote_core::Time;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

pub(super) struct Timeout {
    state: Rc<State>,
}

struct State {
    completion: Rc<Completion>,
    milliseconds: Cell<i64>,
    at: Cell<Time>,
    /// Made in advance: an alarm must not call the engine.
    error: RefCell<Option<Object>>,
    alarm: Cell<Option<scheduler::AlarmId>>,
    awaited_by: Cell<usize>,
}

static CLASS: Class<Timeout> = Class::new();

impl Native for Timeout {
    const NOT_CONSTRUCTIBLE: Option<Message> = Some(messages::TIMEOUT_MAKES_TIMEOUTS);

    fn blank() -> Self {
        Timeout {
            state: Rc::new(State {
                completion: Rc::default(),
                milliseconds: Cell::new(0),
                at: Cell::new(Time::NEVER),
                error: RefCell::new(None),
                alarm: Cell::new(None),
                awaited_by: Cell::new(0),
            }),
        }
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        if Rc::strong_count(&self.state) == 1 {
            self.state.completion.trace(tracer);
        }
    }
}

/// A new timeout object that fails in `milliseconds`.
pub(super) fn make(milliseconds: i64) -> Result<Object, Thrown> {
    let error =
        exception::create(exceptions::async_exception(), &messages::timeout_expired(milliseconds))?;
    let made = Timeout::blank();
    made.state.milliseconds.set(milliseconds);
    made.state.at.set(clock::precise_now() + Duration::from_millis(milliseconds.unsigned_abs()));
    made.state.error.replace(Some(error));
    CLASS.instantiate(made)
}

impl Timeout {
    pub(super) fn completion(&self) -> Rc<Completion> {
        self.state.completion.clone()
    }

    /// Arms the timer for one more who waits; the result disarms it when dropped.
    pub(super) fn arm(&self) -> Armed {
        let state = &self.state;
        if state.at.get() <= clock::precise_now() {
            state.expire();
        } else if state.awaited_by.get() == 0 {
            let expiring = state.clone();
            let alarm = scheduler::visible_alarm(
                state.at.get(),
                Box::new(move || {
                    expiring.alarm.set(None);
                    expiring.expire();
                }),
            );
            state.alarm.set(Some(alarm));
        }
        state.awaited_by.set(state.awaited_by.get() + 1);
        Armed(state.clone())
    }
}

impl State {
    fn expire(&self) {
        if let Some(error) = self.error.borrow_mut().take() {
            scheduler::fix(&self.completion, Fixed::Error(error));
        }
    }
}

/// One who waits for a timeout.
pub(super) struct Armed(Rc<State>);

impl Armed {
    pub(super) fn milliseconds(&self) -> i64 {
        self.0.milliseconds.get()
    }
}

impl Drop for Armed {
    fn drop(&mut self) {
        self.0.awaited_by.set(self.0.awaited_by.get() - 1);
        if self.0.awaited_by.get() == 0 {
            if let Some(alarm) = self.0.alarm.take() {
                scheduler::disarm(alarm);
            }
        }
    }
}

pub(super) fn register(completable: ClassRef) {
    CLASS.bind(ClassBuilder::new(c"Async\\Timeout").implements(completable).sealed().register());
}
