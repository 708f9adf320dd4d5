//! `Async\FutureState` and `Async\Future`: a result that PHP code fixes, and the right to await it (SPEC 42).
//!
//! All Futures of one FutureState share its [`Core`]. The state's object warns when it goes unused, or with an error that
//! nobody received. A derived Future (`map()`, `catch()`, `finally()`) has a state of its own; the error that passes on to
//! it is its matter from then on.

use super::{derived_future::Link, signal::Listening};
use crate::{
    runtime::{
        coroutines::{
            completion::{Completion, Fixed, Held, What},
            coroutine::SpawnPoint,
            scheduler,
        },
        errors::exceptions,
        php::messages,
        php::{
            arguments::{spawn_point, token_argument},
            awaits::awaiting::{self, Awaited, Source},
        },
    },
    zend::{
        Array, Call, Class, ClassBuilder, ClassRef, Object, Outcome, Param, Signature, Thrown,
        Tracer, Type, Value, exception, function, object::Native, sys,
    },
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// What a FutureState and its Futures share.
pub(in crate::runtime) struct Core {
    pub(in crate::runtime::php) completion: Rc<Completion>,
    created: SpawnPoint,
    completed: RefCell<SpawnPoint>,
    /// Somebody awaits it, derives from it, or ignores it.
    used: Rc<Cell<bool>>,
    /// The objects are gone.
    gone: Cell<bool>,
    /// The signal that completes it.
    listening: RefCell<Option<Listening>>,
    /// Futures that are derived from it, until it is completed.
    pub(in crate::runtime::php) links: RefCell<Vec<Link>>,
}

/// The writing end.
pub(in crate::runtime::php) struct FutureState {
    core: RefCell<Option<Rc<Core>>>,
}

/// The reading end.
pub(in crate::runtime::php) struct Future {
    /// The writing end's object; `None` until the constructor has run.
    state: RefCell<Option<Object>>,
}

static STATE_CLASS: Class<FutureState> = Class::new();
static FUTURE_CLASS: Class<Future> = Class::new();

impl Native for FutureState {
    const HAS_DESTRUCTOR: bool = true;

    fn blank() -> Self {
        FutureState { core: RefCell::new(None) }
    }

    fn class() -> &'static Class<Self> {
        &STATE_CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        if let Some(core) = &*self.core.borrow() {
            if Rc::strong_count(core) == 1 {
                core.completion.trace(tracer);
                core.links.borrow().iter().for_each(|link| link.trace(tracer));
                core.listening.borrow().iter().for_each(|listening| listening.trace(tracer));
            }
        }
    }

    fn destruct(&self, _this: &Object) {
        if let Some(core) = self.core.borrow().clone() {
            core.warn();
        }
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

impl Core {
    pub(in crate::runtime::php) fn new(created: SpawnPoint) -> Rc<Core> {
        Rc::new(Core {
            completion: Rc::default(),
            created,
            completed: RefCell::new(SpawnPoint { file: None, line: 0 }),
            used: Rc::default(),
            gone: Cell::new(false),
            listening: RefCell::default(),
            links: RefCell::default(),
        })
    }

    /// Fixes the result, unless there is one.
    pub(in crate::runtime::php) fn fix(&self, fixed: Fixed, place: SpawnPoint) {
        if !self.completion.is_fixed() {
            self.completed.replace(place);
        }
        scheduler::fix(&self.completion, fixed);
    }

    /// Tells, also later, whether it is used, without keeping it.
    pub(in crate::runtime::php) fn use_of(&self) -> Rc<Cell<bool>> {
        self.used.clone()
    }

    /// A signal is to complete it.
    pub(in crate::runtime::php) fn listens(&self, listening: Listening) {
        self.listening.replace(Some(listening));
    }

    pub(in crate::runtime::php) fn is_completed(&self) -> bool {
        self.completion.is_fixed()
    }

    /// Somebody waits for its result, or for what is derived from it.
    pub(in crate::runtime::php) fn is_awaited(&self) -> bool {
        self.completion.has_waiters() || !self.links.borrow().is_empty()
    }

    /// Nobody need look at it.
    pub(in crate::runtime::php) fn ignore(&self) {
        self.mark_used();
        self.completion.needs_no_observer();
    }

    pub(in crate::runtime::php) fn mark_used(&self) {
        self.used.set(true);
    }

    /// Nobody holds it any more, though what completes it may.
    pub(in crate::runtime::php) fn is_gone(&self) -> bool {
        self.gone.get()
    }

    /// The last reference goes (SPEC 42.9, 42.10).
    fn warn(&self) {
        self.gone.set(true);
        if !self.used.get() {
            let created = self.created.to_text();
            let _ = exception::warning(&messages::future_never_used(&created));
        }
        self.warn_of_error();
    }

    /// It has failed, and nobody holds it.
    pub(in crate::runtime::php) fn warn_of_error(&self) {
        if !self.completion.has_unobserved_error() {
            return;
        }
        let created = self.created.to_text();
        let Some(error) = self.completion.take_unobserved_error() else { return };
        if !error.instance_of(exceptions::cancellation()) {
            let (text, completed) = (exception::message(&error), self.completed.borrow().to_text());
            let aside = exception::InFlight::put_aside();
            let _ = exception::warning(&messages::future_unhandled(&text, &created, &completed));
            aside.restore();
        }
    }
}

/// Makes the objects of a Future with this core.
pub(in crate::runtime) fn object_for(core: Rc<Core>) -> Result<Object, Thrown> {
    let state = STATE_CLASS.instantiate(FutureState { core: RefCell::new(Some(core)) })?;
    FUTURE_CLASS.instantiate(Future { state: RefCell::new(Some(state)) })
}

/// The core of `$this`, a Future.
pub(in crate::runtime::php) fn this(call: &Call) -> Result<Rc<Core>, Thrown> {
    // SAFETY: the method table is that of Future; `$this` lives through the call.
    core_of(unsafe { FUTURE_CLASS.native(call.this()) })
}

fn core_of(future: &Future) -> Result<Rc<Core>, Thrown> {
    let state = future.state.borrow();
    // SAFETY: the constructor only stores objects of that class.
    let core = state
        .as_ref()
        .and_then(|state| unsafe { STATE_CLASS.native(state.as_ptr()) }.core.borrow().clone());
    core.ok_or_else(|| exception::throw_error(&messages::not_initialised("Async\\Future")))
}

/// The core of `$this`, a FutureState.
fn this_state(call: &Call) -> Result<Rc<Core>, Thrown> {
    // SAFETY: the method table is that of FutureState; `$this` lives through the call.
    let core = unsafe { STATE_CLASS.native(call.this()) }.core.borrow().clone();
    core.ok_or_else(|| exception::throw_error(&messages::not_initialised("Async\\FutureState")))
}

fn construct_state(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    // SAFETY: the method table is that of FutureState; `$this` lives through the call.
    let state = unsafe { STATE_CLASS.native(call.this()) };
    if state.core.borrow().is_some() {
        return Err(exception::throw_error(&messages::FUTURE_CONSTRUCTED_TWICE));
    }
    state.core.replace(Some(Core::new(spawn_point(call))));
    Ok(())
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

fn complete_with(call: &Call, fixed: Fixed) -> Outcome {
    let core = this_state(call)?;
    if core.completion.is_fixed() {
        let place = core.completed.borrow().to_text();
        return Err(exception::throw(
            exceptions::async_exception(),
            &messages::future_completed_twice(&place),
        ));
    }
    core.fix(fixed, spawn_point(call));
    Ok(())
}

fn complete(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    complete_with(call, Fixed::Value(call.value(0)))
}

fn throwable(call: &Call) -> Result<Object, Thrown> {
    call.expect_args(1, 1)?;
    let error = call.object(0, ClassRef::throwable())?;
    // SAFETY: an argument is alive during the call.
    Ok(unsafe { Object::from_borrowed(error) })
}

fn error(call: &mut Call) -> Outcome {
    let error = throwable(call)?;
    complete_with(call, Fixed::Error(error))
}

fn make_fixed(call: &mut Call, fixed: Fixed) -> Outcome {
    let core = Core::new(spawn_point(call));
    core.fix(fixed, spawn_point(call));
    call.returns(Value::object(object_for(core)?));
    Ok(())
}

fn completed(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let value = if call.count() > 0 { call.value(0) } else { Value::null() };
    make_fixed(call, Fixed::Value(value))
}

fn failed(call: &mut Call) -> Outcome {
    let error = throwable(call)?;
    make_fixed(call, Fixed::Error(error))
}

fn cancel(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let given = call.optional_object(0, exceptions::cancellation())?;
    let core = this(call)?;
    if core.completion.is_fixed() {
        return Ok(());
    }
    let error = match given {
        // SAFETY: an argument is alive during the call.
        Some(error) => unsafe { Object::from_borrowed(error) },
        None => exception::create(exceptions::cancellation(), &messages::FUTURE_CANCELLED)?,
    };
    core.mark_used();
    core.fix(Fixed::Error(error), spawn_point(call));
    Ok(())
}

fn is_cancelled(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let error = this(call)?.completion.error();
    let cancelled = error.is_some_and(|error| error.instance_of(exceptions::cancellation()));
    call.returns(Value::bool(cancelled));
    Ok(())
}

fn await_(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    // SAFETY: `$this` of a running method.
    let awaited = unsafe { Awaited::new(call.this()) }?;
    let token = token_argument(call, 0, awaiting::completable())?;
    let value = awaiting::await_one(&awaited, token.as_ref())?;
    call.returns(value);
    Ok(())
}

fn ignore_future(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    this(call)?.ignore();
    // SAFETY: `$this` of a running method.
    call.returns(Value::object(unsafe { Object::from_borrowed(call.this()) }));
    Ok(())
}

fn ignore_state(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    this_state(call)?.ignore();
    Ok(())
}

impl SpawnPoint {
    /// `[file, line]`, or `[null, 0]`.
    pub(in crate::runtime::php) fn to_array(&self) -> Result<Value, Thrown> {
        let mut pair = Array::with_capacity(2)?;
        pair.push(self.file.clone().unwrap_or(Value::null()))?;
        pair.push(Value::int(self.line.into()))?;
        Ok(Value::array(pair))
    }

    /// `file:line`, or `unknown`.
    pub(in crate::runtime::php) fn to_location(&self) -> Result<Value, Thrown> {
        if self.file.is_some() { Value::string(self.to_text()) } else { Value::string("unknown") }
    }
}

type This = fn(&Call) -> Result<Rc<Core>, Thrown>;

fn awaiting_info(call: &mut Call, this: This) -> Outcome {
    call.expect_args(0, 0)?;
    let fixed = this(call)?.completion.is_fixed();
    let mut list = Array::with_capacity(1)?;
    list.push(Value::string(if fixed {
        "FutureState(completed)"
    } else {
        "FutureState(pending)"
    })?)?;
    call.returns(Value::array(list));
    Ok(())
}

fn place(call: &mut Call, this: This, show: fn(&Core) -> Result<Value, Thrown>) -> Outcome {
    call.expect_args(0, 0)?;
    let shown = show(&*this(call)?)?;
    call.returns(shown);
    Ok(())
}

const LIST: Signature = Signature::new(&[], Type::ARRAY);
const TEXT: Signature = Signature::new(&[], Type::STRING);

/// The methods that tell of a state, for each of the two classes.
macro_rules! telling {
    ($this:path) => {
        [
            function(
                c"isCompleted",
                |call| {
                    call.expect_args(0, 0)?;
                    let fixed = $this(call)?.completion.is_fixed();
                    call.returns(Value::bool(fixed));
                    Ok(())
                },
                Signature::new(&[], Type::BOOL),
            ),
            function(c"getAwaitingInfo", |call| awaiting_info(call, $this), LIST),
            function(
                c"getCreatedFileAndLine",
                |call| place(call, $this, |core| core.created.to_array()),
                LIST,
            ),
            function(
                c"getCreatedLocation",
                |call| place(call, $this, |core| core.created.to_location()),
                TEXT,
            ),
            function(
                c"getCompletedFileAndLine",
                |call| place(call, $this, |core| core.completed.borrow().to_array()),
                LIST,
            ),
            function(
                c"getCompletedLocation",
                |call| place(call, $this, |core| core.completed.borrow().to_location()),
                TEXT,
            ),
        ]
    };
}

/// # Safety
/// A live Future.
unsafe fn source(object: *mut sys::zend_object) -> Result<Source, Thrown> {
    // SAFETY: by the contract.
    let core = core_of(unsafe { FUTURE_CLASS.native(object) })?;
    core.mark_used();
    let token = core.listening.borrow().as_ref().and_then(Listening::token);
    let timer = match token {
        // SAFETY: the core holds the token, a Completable.
        Some(token) => unsafe { Awaited::new(token) }?.into_timer(),
        None => None,
    };
    Ok(Source {
        completion: Held::Alone(core.completion.clone()),
        what: What::Future,
        _timer: timer,
    })
}

pub(in crate::runtime::php) fn register() {
    let state = ClassBuilder::new(c"Async\\FutureState")
        .method(function(c"__construct", construct_state, Signature::new(&[], Type::NONE)))
        .method(function(
            c"complete",
            complete,
            Signature::new(const { &[Param::required(c"result", Type::MIXED)] }, Type::VOID),
        ))
        .method(function(c"error", error, Signature::new(THROWABLE, Type::VOID)))
        .method(function(c"ignore", ignore_state, Signature::new(&[], Type::VOID)))
        .methods(telling!(this_state))
        .sealed()
        .register();
    STATE_CLASS.bind(state);
    let future = Type::object(c"Async\\Future");
    let value = const { &[Param::optional(c"value", Type::MIXED, c"null")] };
    let class = ClassBuilder::new(c"Async\\Future")
        .method(function(c"completed", completed, Signature::new(value, future)).of_class())
        .method(function(c"failed", failed, Signature::new(THROWABLE, future)).of_class())
        .method(function(
            c"__construct",
            construct_future,
            Signature::new(
                const { &[Param::required(c"state", Type::object(c"Async\\FutureState"))] },
                Type::NONE,
            ),
        ))
        .method(function(c"isCancelled", is_cancelled, Signature::new(&[], Type::BOOL)))
        .method(function(c"cancel", cancel, awaiting::CANCEL))
        .method(function(c"ignore", ignore_future, Signature::new(&[], future)))
        .methods(super::derived_future::methods())
        .method(function(c"await", await_, Signature::new(TOKEN, Type::MIXED)))
        .methods(telling!(this))
        .implements(awaiting::completable())
        .sealed()
        .register();
    FUTURE_CLASS.bind(class);
    awaiting::register_kind(class, source);
}

const THROWABLE: &[Param] = &[Param::required(c"throwable", Type::object(c"Throwable"))];
const TOKEN: &[Param] =
    &[Param::optional(c"cancellation", Type::object(c"Async\\Completable").or_null(), c"null")];
