//! `Async\timeout()`: a completable that fails after a time, for use as `$cancel`.
//!
//! Its timer is armed only while somebody awaits it, but the time runs from its making; so a timeout that nobody awaits
//! any more costs nothing and keeps nothing alive (SPEC 30.3).

use super::awaiting::{self, Source};
use crate::{
    runtime::{
        coroutines::{
            alarms,
            completion::{Completion, Fixed, Held, What},
            scheduler,
        },
        errors::exceptions,
        php::messages,
        process::clock,
    },
    zend::{
        Call, Class, ClassBuilder, Message, Object, Outcome, Signature, Thrown, Tracer, Type,
        Value, exception, function, object::Native, sys,
    },
};
use cenote_core::Time;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

pub(in crate::runtime::php) struct Timeout {
    state: Rc<State>,
}

struct State {
    completion: Rc<Completion>,
    at: Cell<Time>,
    /// Made in advance: an alarm must not call the engine.
    error: RefCell<Option<Object>>,
    alarm: Cell<Option<alarms::AlarmId>>,
    awaited_by: Cell<usize>,
}

static CLASS: Class<Timeout> = Class::new();

impl Native for Timeout {
    const NOT_CONSTRUCTIBLE: Option<Message> = Some(messages::TIMEOUT_MAKES_TIMEOUTS);

    fn blank() -> Self {
        Timeout {
            state: Rc::new(State {
                completion: Rc::default(),
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
pub(in crate::runtime::php) fn make(milliseconds: i64) -> Result<Object, Thrown> {
    let error =
        exception::create(exceptions::timeout(), &messages::timeout_occurred(milliseconds))?;
    let made = Timeout::blank();
    made.state.at.set(clock::precise_now() + Duration::from_millis(milliseconds.unsigned_abs()));
    made.state.error.replace(Some(error));
    CLASS.instantiate(made)
}

impl Timeout {
    /// Arms the timer for one more who waits; the result disarms it when dropped.
    pub(in crate::runtime::php) fn arm(&self) -> Armed {
        let state = &self.state;
        state.look_at_the_clock();
        if !state.completion.is_fixed() && state.awaited_by.get() == 0 {
            let expiring = state.clone();
            let alarm = alarms::visible_alarm(
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
    /// Nobody may have awaited it when its time came.
    fn look_at_the_clock(&self) {
        if self.at.get() <= clock::precise_now() {
            self.expire();
        }
    }

    fn expire(&self) {
        if let Some(error) = self.error.borrow_mut().take() {
            scheduler::fix(&self.completion, Fixed::Error(error));
        }
    }
}

/// One who waits for a timeout.
pub(in crate::runtime::php) struct Armed(Rc<State>);

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

fn this<'a>(call: &Call) -> &'a State {
    // SAFETY: the method table is that of Timeout; `$this` lives through the call.
    let timeout: &Timeout = unsafe { CLASS.native(call.this()) };
    &timeout.state
}

/// Disarmed for good (SPEC 44.1).
fn cancel(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let given = call.optional_object(0, exceptions::cancellation())?;
    let state = this(call);
    state.look_at_the_clock();
    if state.completion.is_fixed() {
        return Ok(());
    }
    let error = match given {
        // SAFETY: an argument is alive during the call.
        Some(error) => unsafe { Object::from_borrowed(error) },
        None => exception::create(exceptions::cancellation(), &messages::TIMEOUT_CANCELLED)?,
    };
    if let Some(alarm) = state.alarm.take() {
        scheduler::disarm(alarm);
    }
    scheduler::fix(&state.completion, Fixed::Error(error));
    drop(state.error.take());
    Ok(())
}

fn is_completed(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let state = this(call);
    state.look_at_the_clock();
    call.returns(Value::bool(state.completion.is_fixed()));
    Ok(())
}

fn is_cancelled(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let error = this(call).completion.error();
    let cancelled = error.is_some_and(|error| error.instance_of(exceptions::cancellation()));
    call.returns(Value::bool(cancelled));
    Ok(())
}

fn construct(_call: &mut Call) -> Outcome {
    Ok(())
}

/// # Safety
/// A live Timeout.
unsafe fn source(object: *mut sys::zend_object) -> Result<Source, Thrown> {
    // SAFETY: by the contract.
    let timeout = unsafe { CLASS.native(object) };
    let completion = timeout.state.completion.clone();
    Ok(Source {
        completion: Held::Alone(completion),
        what: What::Timeout,
        _timer: Some(timeout.arm()),
    })
}

pub(in crate::runtime::php) fn register() {
    let is = Signature::new(&[], Type::BOOL);
    let class = ClassBuilder::new(c"Async\\Timeout")
        .method(function(c"__construct", construct, Signature::new(&[], Type::NONE)).private())
        .method(function(c"cancel", cancel, awaiting::CANCEL))
        .method(function(c"isCompleted", is_completed, is))
        .method(function(c"isCancelled", is_cancelled, is))
        .implements(awaiting::completable())
        .sealed()
        .register();
    CLASS.bind(class);
    awaiting::register_kind(class, source);
}
