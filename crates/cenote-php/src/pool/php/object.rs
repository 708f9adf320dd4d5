//! `Async\Pool`: the PHP face of a pool.
//!
//! The methods only translate: arguments to what [`Pool`] takes, its refusals to exceptions. The object has no pool
//! until its constructor has returned (SPEC 3.6), and gets one once (SPEC 3.5).

use super::{
    breaker::{self, GET_STATE, NO_ARGS_VOID},
    construction, exceptions, ready,
};
use crate::{
    pool::{
        acquire::{Failed, Limit},
        messages,
        resource_pool::{Lease, Pool},
    },
    zend::{
        Call, Class, ClassBuilder, ClassRef, Object, Outcome, Param, Signature, Thrown, Tracer,
        Type, Value, exception, function, messages::at_least, object::Native,
    },
};
use cenote_core::{BreakerState, Core};
use std::{
    cell::{Cell, OnceCell},
    rc::Rc,
    time::Duration,
};

/// The Rust half of an `Async\Pool`.
pub(in crate::pool) struct PoolObject {
    pool: OnceCell<Rc<Pool>>,
    /// A constructor has been called, whatever became of it.
    constructed: Cell<bool>,
    /// It only shows a pool that belongs to native code: what it holds never reaches PHP (SPEC 16.7, 31.6).
    is_view: bool,
}

static CLASS: Class<PoolObject> = Class::new();

impl Native for PoolObject {
    fn blank() -> Self {
        PoolObject { pool: OnceCell::new(), constructed: Cell::new(false), is_view: false }
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        if let (Some(pool), false) = (self.pool.get(), self.is_view) {
            pool.trace(tracer);
        }
    }

    /// SPEC 12.6.
    fn destruct(&self, _this: &Object) {
        if let (Some(pool), false) = (self.pool.get(), self.is_view) {
            let pool = Rc::clone(pool);
            let in_flight = exception::InFlight::put_aside();
            // What a destructor threw stays pending in the engine, as from any `__destruct`.
            let _ = pool.close();
            in_flight.restore();
        }
    }

    const HAS_DESTRUCTOR: bool = true;
}

impl Drop for PoolObject {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.get() {
            // SAFETY: null is always right.
            unsafe { pool.set_face(std::ptr::null_mut()) };
            if !self.is_view {
                pool.abandon();
            }
        }
    }
}

/// The `Async\Pool` object of a native pool: always the same while it lives (SPEC 16.6).
pub(crate) fn view_of(pool: &Rc<Pool>) -> Result<Object, Thrown> {
    if let Some(face) = pool.face() {
        return Ok(face);
    }
    let view = PoolObject {
        pool: OnceCell::from(Rc::clone(pool)),
        constructed: Cell::new(true),
        is_view: true,
    };
    let object = CLASS.instantiate(view)?;
    // SAFETY: an object of the pool's, whose end takes it back.
    unsafe { pool.set_face(object.as_ptr()) };
    Ok(object)
}

/// The pool behind a value, if that is an `Async\Pool`.
pub(in crate::pool) fn pool_of(value: &Value) -> Option<Rc<Pool>> {
    let object = value.as_object()?;
    // SAFETY: the value keeps its object alive, and the class was compared.
    unsafe {
        let is_pool = ClassRef::from_raw((*object).ce) == CLASS.class_ref();
        is_pool.then(|| CLASS.native(object).pool.get().cloned()).flatten()
    }
}

pub(in crate::pool) fn register() {
    const OPTIONAL_TIMEOUT: &[Param] = &[Param::optional(c"timeout", Type::INT.or_null(), c"null")];
    const RESOURCE: &[Param] = &[Param::required(c"resource", Type::MIXED)];
    const NEW_MAX: &[Param] = &[Param::required(c"max", Type::INT)];
    const STRATEGY: &[Param] =
        &[Param::required(c"strategy", Type::object(c"Async\\CircuitBreakerStrategy").or_null())];
    const COUNT: Signature = Signature::new(&[], Type::INT);
    let class = ClassBuilder::new(c"Async\\Pool")
        .implements(ClassRef::countable())
        .implements(breaker::types().breaker)
        .sealed()
        .method(function(c"__construct", construct, construction::SIGNATURE))
        .method(function(c"acquire", acquire, Signature::new(OPTIONAL_TIMEOUT, Type::MIXED)))
        .method(function(c"use", use_, Signature::new(USE, Type::MIXED)))
        .method(function(c"tryAcquire", try_acquire, Signature::new(&[], Type::MIXED)))
        .method(function(c"release", release, Signature::new(RESOURCE, Type::VOID)))
        .method(function(c"close", close, NO_ARGS_VOID))
        .method(function(c"isClosed", is_closed, Signature::new(&[], Type::BOOL)))
        .method(function(c"count", count, COUNT))
        .method(function(c"idleCount", idle_count, COUNT))
        .method(function(c"activeCount", active_count, COUNT))
        .method(function(c"stats", stats, Signature::new(&[], Type::ARRAY)))
        .method(function(c"slots", slots, Signature::new(&[], Type::ARRAY)))
        .method(function(c"waiters", waiters, Signature::new(&[], Type::ARRAY)))
        .method(function(c"resize", resize, Signature::new(NEW_MAX, Type::VOID)))
        .method(function(
            c"setCircuitBreakerStrategy",
            set_strategy,
            Signature::new(STRATEGY, Type::VOID),
        ))
        .method(function(c"activate", activate, NO_ARGS_VOID))
        .method(function(c"deactivate", deactivate, NO_ARGS_VOID))
        .method(function(c"recover", recover, NO_ARGS_VOID))
        .method(function(c"getState", get_state, GET_STATE))
        .register();
    CLASS.bind(class);
}

#[inline]
fn this<'a>(call: &Call) -> &'a PoolObject {
    // SAFETY: a method of ours runs on an object of our (final) class, which the frame keeps alive.
    unsafe { CLASS.native(call.this()) }
}

#[inline]
fn pool<'a>(call: &Call) -> Result<&'a Rc<Pool>, Thrown> {
    this(call).pool.get().ok_or_else(not_initialised)
}

#[cold]
fn not_initialised() -> Thrown {
    exceptions::throw(&messages::NOT_INITIALISED)
}

/// The pool, for what would hand a resource to PHP code or take one from it.
#[inline]
fn own_pool<'a>(call: &Call) -> Result<&'a Rc<Pool>, Thrown> {
    if this(call).is_view {
        return Err(only_a_view());
    }
    pool(call)
}

#[cold]
fn only_a_view() -> Thrown {
    exceptions::throw(&messages::OWNED_BY_NATIVE_CODE)
}

fn construct(call: &mut Call) -> Outcome {
    let object = this(call);
    if object.constructed.replace(true) {
        return Err(exception::throw_error(&messages::CONSTRUCTED_TWICE));
    }
    let (settings, callables) = construction::read(call)?;
    let pool = Pool::new(settings, Box::new(callables));
    pool.prewarm()?;
    // SAFETY: `$this`, whose end takes it back, as the pool becomes its own below.
    unsafe { pool.set_face(call.this()) };
    let first = object.pool.set(pool).is_ok();
    debug_assert!(first, "only the first constructor comes so far");
    Ok(())
}

fn acquire(call: &mut Call) -> Outcome {
    // Where something is idle, a time limit that is none to complain of does not matter.
    let is_sound = match call.count() {
        0 => true,
        count => count == 1 && call.plain_int(0).is_some_and(|timeout| timeout >= 0),
    };
    if is_sound {
        if let Some(lease) = own_pool(call)?.take_idle() {
            call.returns(lease.resource);
            return Ok(());
        }
    }
    acquire_by_asking(call)
}

#[inline(never)]
fn acquire_by_asking(call: &mut Call) -> Outcome {
    let limit = if call.count() == 0 { Limit::OfPool } else { limit(call)? };
    match own_pool(call)?.acquire_by_asking(limit) {
        Ok(Lease { resource, .. }) => {
            call.returns(resource);
            Ok(())
        }
        Err(failed) => Err(raise(failed)),
    }
}

#[cold]
fn raise(failed: Failed) -> Thrown {
    match failed {
        Failed::Denied(denied) => denied.throw(),
        Failed::Thrown(thrown) => thrown,
    }
}

#[inline]
fn limit(call: &Call) -> Result<Limit, Thrown> {
    call.expect_args(0, 1)?;
    match call.optional_int(0)? {
        None => Ok(Limit::OfPool),
        Some(0) => Ok(Limit::Endless),
        Some(timeout) => match u64::try_from(timeout) {
            Ok(timeout) => Ok(Limit::Within(Duration::from_millis(timeout))),
            Err(_) => Err(exception::argument_value_error(1, &at_least(0))),
        },
    }
}

/// Acquires, calls, and releases whatever the callable does (SPEC 9.9).
fn use_(call: &mut Call) -> Outcome {
    call.expect_args(1, 2)?;
    let work = call.callable(0)?;
    let limit = match call.int_or(1, 0)? {
        0 => Limit::OfPool,
        timeout => match u64::try_from(timeout) {
            Ok(timeout) => Limit::Within(Duration::from_millis(timeout)),
            Err(_) => return Err(exception::argument_value_error(2, &at_least(0))),
        },
    };
    let pool = own_pool(call)?.clone();
    let Lease { resource, .. } = pool.acquire(limit).map_err(raise)?;
    let result = work.call(std::slice::from_ref(&resource));
    // After exit() and a fatal error no code of the program runs.
    if matches!(result, Err(Thrown::Bailout)) || exception::is_unwind_exit_pending() {
        return result.map(drop);
    }
    let in_flight = exception::InFlight::put_aside();
    let released = pool.release_value(&resource);
    in_flight.restore();
    released?;
    call.returns(result?);
    Ok(())
}

fn try_acquire(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let lease = own_pool(call)?.try_acquire()?;
    call.returns(lease.map_or(Value::null(), |lease| lease.resource));
    Ok(())
}

fn release(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    own_pool(call)?.release_value(call.borrowed(0))
}

fn close(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    if this(call).pool.get().is_none() {
        return Ok(());
    }
    own_pool(call)?.close()
}

const USE: &[Param] =
    &[Param::required(c"work", Type::CALLABLE), Param::optional(c"timeout", Type::INT, c"0")];

fn is_closed(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let closed = this(call).pool.get().is_none_or(|pool| pool.look(Core::is_closed));
    call.returns(Value::bool(closed));
    Ok(())
}

fn count(call: &mut Call) -> Outcome {
    return_count(call, Core::total)
}

fn idle_count(call: &mut Call) -> Outcome {
    return_count(call, Core::idle)
}

fn active_count(call: &mut Call) -> Outcome {
    return_count(call, Core::active)
}

fn return_count(call: &mut Call, question: fn(&Core) -> u32) -> Outcome {
    call.expect_args(0, 0)?;
    let count = this(call).pool.get().map_or(0, |pool| pool.look(question));
    call.returns(Value::int(count.into()));
    Ok(())
}

fn stats(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let figures = pool(call)?.figures()?;
    call.returns(Value::array(figures));
    Ok(())
}

fn slots(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let slots = pool(call)?.slots()?;
    call.returns(Value::array(slots));
    Ok(())
}

fn waiters(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let waiters = pool(call)?.waiters()?;
    call.returns(Value::array(waiters));
    Ok(())
}

fn resize(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let max = call.int(0)?;
    if max < 1 {
        return Err(exception::argument_value_error(1, &at_least(1)));
    }
    pool(call)?.resize(construction::to_count(max))
}

fn activate(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    pool(call)?.set_breaker(BreakerState::Active);
    Ok(())
}

fn deactivate(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    pool(call)?.set_breaker(BreakerState::Inactive);
    Ok(())
}

fn recover(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    pool(call)?.set_breaker(BreakerState::Recovering);
    Ok(())
}

fn get_state(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let state = breaker::state_case(pool(call)?.look(Core::breaker_state))?;
    call.returns(Value::object(state));
    Ok(())
}

fn set_strategy(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let strategy = call.optional_object(0, breaker::types().strategy)?;
    let pool = Rc::clone(pool(call)?);
    match strategy {
        None => pool.replace_judge(None),
        // SAFETY: the call keeps its argument alive.
        Some(object) => match ready::bind(unsafe { Object::from_borrowed(object) }, &pool)? {
            None => {}
            Some(object) => pool.set_user_strategy(object),
        },
    }
    Ok(())
}
