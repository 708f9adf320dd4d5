//! `Async\FutureState` and `Async\Future`: a result that PHP code fixes, and the right to await it.

use crate::{
    runtime::{
        completion::{Completion, Fixed},
        messages,
    },
    zend::{
        Call, Class, ClassBuilder, ClassRef, Object, Outcome, Param, Signature, Thrown, Tracer,
        Type, exception, function, object::Native,
    },
};
use std::{cell::RefCell, rc::Rc};

/// The writing end.
pub(super) struct FutureState {
    completion: Rc<Completion>,
}

/// The reading end.
pub(super) struct Future {
    /// The writing end's object, which shows the result to the collector; `None` until the constructor has run.
    state: RefCell<Option<Object>>,
}

static STATE_CLASS: Class<FutureState> = Class::new();
static FUTURE_CLASS: Class<Future> = Class::new();

impl Native for FutureState {
    fn blank() -> Self {
        FutureState { completion: Rc::default() }
    }

    fn class() -> &'static Class<Self> {
        &STATE_CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        self.completion.trace(tracer);
    }
}

impl Native for Future {
    fn blank() -> Self {
        Future { state: RefCell::new(None) }
    }

    fn class() -> &'static Class<Self> {
        &FUTURE_CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        if let Some(state) = &*self.state.borrow() {
            tracer.object(state);
        }
    }
}

impl Future {
    pub(super) fn completion(&self) -> Result<Rc<Completion>, Thrown> {
        match &*self.state.borrow() {
            // SAFETY: the constructor only stores objects of that class.
            Some(state) => Ok(unsafe { STATE_CLASS.native(state.as_ptr()) }.completion.clone()),
            None => Err(exception::throw_error(&messages::not_initialised("Async\\Future"))),
        }
    }
}

fn construct_future(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let state = call.object(0, STATE_CLASS.class_ref())?;
    // SAFETY: an argument is alive during the call; the method table is that of Future.
    let (state, this) = unsafe { (Object::from_borrowed(state), FUTURE_CLASS.native(call.this())) };
    if this.state.borrow().is_some() {
        return Err(exception::throw_error(&messages::FUTURE_CONSTRUCTED_TWICE));
    }
    this.state.replace(Some(state));
    Ok(())
}

fn state<'a>(call: &Call) -> &'a FutureState {
    // SAFETY: the method table is that of FutureState; `$this` lives through the call.
    unsafe { STATE_CLASS.native(call.this()) }
}

fn construct_state(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)
}

/// Only the first result counts; a later one has no effect (SPEC 30).
fn fix(call: &Call, fixed: Fixed) {
    if let Err(refused) = state(call).completion.fix(fixed) {
        drop(refused);
    }
}

fn complete(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    fix(call, Fixed::Value(call.value(0)));
    Ok(())
}

fn error(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let error = call.object(0, ClassRef::throwable())?;
    // SAFETY: an argument is alive during the call.
    fix(call, Fixed::Error(unsafe { Object::from_borrowed(error) }));
    Ok(())
}

pub(super) fn register(completable: ClassRef) {
    let state = ClassBuilder::new(c"Async\\FutureState")
        .method(function(c"__construct", construct_state, Signature::new(&[], Type::NONE)))
        .method(function(
            c"complete",
            complete,
            Signature::new(const { &[Param::required(c"value", Type::MIXED)] }, Type::VOID),
        ))
        .method(function(
            c"error",
            error,
            Signature::new(
                const { &[Param::required(c"error", Type::object(c"Throwable"))] },
                Type::VOID,
            ),
        ))
        .sealed()
        .register();
    STATE_CLASS.bind(state);
    let future = ClassBuilder::new(c"Async\\Future")
        .method(function(
            c"__construct",
            construct_future,
            Signature::new(
                const { &[Param::required(c"s", Type::object(c"Async\\FutureState"))] },
                Type::NONE,
            ),
        ))
        .implements(completable)
        .sealed()
        .register();
    FUTURE_CLASS.bind(future);
}
