//! The two strategies that come with the extension (SPEC 14.11).
//!
//! Set on a pool, a strategy is judged inside that pool's core, where results arrive without any PHP call; what code reports
//! besides, through the methods of the interface, goes to the same judge. A strategy that is not set on a pool can be asked
//! by one that is: a user's class that logs, say, and hands every report on. Then the object judges by itself
//! ([`Adviser`]), and acts on the pool that the report is about.

use super::{
    breaker::{self, REPORT_FAILURE, REPORT_SUCCESS},
    exceptions, object,
    strategy::Strategy,
};
use crate::{
    pool::{messages, resource_pool::Pool},
    runtime,
    zend::{
        Call, Class, ClassBuilder, ClassRef, Object, Outcome, Param, Signature, Thrown, Type,
        Value, exception, function, messages::at_least, object::Native,
    },
};
use cenote_core::{Adviser, Cooldown, Core, Move};
use std::{
    cell::{Cell, OnceCell, RefCell},
    rc::{Rc, Weak},
    time::Duration,
};

/// What both have.
#[derive(Default)]
struct Ready {
    settings: Cell<cenote_core::Strategy>,
    /// The one pool that it serves.
    pool: OnceCell<Weak<Pool>>,
    /// Judges while it is not set on that pool.
    adviser: RefCell<Option<Adviser>>,
}

/// `Async\ConsecutiveFailures`.
struct ConsecutiveFailures(Ready);

/// `Async\FailureRate`.
struct FailureRate(Ready);

static CONSECUTIVE_FAILURES: Class<ConsecutiveFailures> = Class::new();
static FAILURE_RATE: Class<FailureRate> = Class::new();

impl Native for ConsecutiveFailures {
    fn blank() -> Self {
        ConsecutiveFailures(Ready::default())
    }

    fn class() -> &'static Class<Self> {
        &CONSECUTIVE_FAILURES
    }
}

impl Native for FailureRate {
    fn blank() -> Self {
        FailureRate(Ready::default())
    }

    fn class() -> &'static Class<Self> {
        &FAILURE_RATE
    }
}

pub(in crate::pool) fn register() {
    const COOLDOWN: Param = Param::optional(c"cooldown", Type::INT, c"1000");
    const MAX_COOLDOWN: Param = Param::optional(c"maxCooldown", Type::INT, c"30000");
    const CONSECUTIVE: Signature = Signature::new(
        &[Param::optional(c"threshold", Type::INT, c"5"), COOLDOWN, MAX_COOLDOWN],
        Type::NONE,
    );
    const RATE: Signature = Signature::new(
        &[
            Param::optional(c"rate", Type::FLOAT, c"0.5"),
            Param::optional(c"minimum", Type::INT, c"20"),
            Param::optional(c"window", Type::INT, c"10000"),
            COOLDOWN,
            MAX_COOLDOWN,
        ],
        Type::NONE,
    );
    let consecutive = ClassBuilder::new(c"Async\\ConsecutiveFailures").method(function(
        c"__construct",
        construct_consecutive,
        CONSECUTIVE,
    ));
    CONSECUTIVE_FAILURES.bind(with_reports(consecutive));
    let rate = ClassBuilder::new(c"Async\\FailureRate").method(function(
        c"__construct",
        construct_rate,
        RATE,
    ));
    FAILURE_RATE.bind(with_reports(rate));
}

fn with_reports(class: ClassBuilder) -> ClassRef {
    class
        .implements(breaker::types().strategy)
        .sealed()
        .method(function(c"reportSuccess", report_success, REPORT_SUCCESS))
        .method(function(c"reportFailure", report_failure, REPORT_FAILURE))
        .method(function(c"reportCreateFailure", report_failure, REPORT_FAILURE))
        .method(function(c"shouldRecover", should_recover, Signature::new(&[], Type::BOOL)))
        .register()
}

/// The Rust half, if the object is of one of the two classes.
fn ready_of(object: &Object) -> Option<&Ready> {
    let class = object.class();
    // SAFETY: the class was compared; both are final.
    unsafe {
        if class == CONSECUTIVE_FAILURES.class_ref() {
            Some(&CONSECUTIVE_FAILURES.native(object.as_ptr()).0)
        } else if class == FAILURE_RATE.class_ref() {
            Some(&FAILURE_RATE.native(object.as_ptr()).0)
        } else {
            None
        }
    }
}

impl Ready {
    /// From now on it serves this pool and no other.
    fn serve(&self, pool: &Rc<Pool>) -> Outcome {
        let known = self.pool.get_or_init(|| Rc::downgrade(pool));
        if known.ptr_eq(&Rc::downgrade(pool)) {
            return Ok(());
        }
        Err(exceptions::throw(&messages::STRATEGY_TAKEN))
    }

    fn is_initialised(&self) -> bool {
        self.settings.get() != cenote_core::Strategy::None
    }
}

/// Sets a ready strategy on its pool; gives back an object that is not one.
pub(in crate::pool) fn bind(object: Object, pool: &Rc<Pool>) -> Result<Option<Object>, Thrown> {
    let Some(ready) = ready_of(&object) else { return Ok(Some(object)) };
    if !ready.is_initialised() {
        return Err(exceptions::throw(&messages::STRATEGY_NOT_INITIALISED));
    }
    ready.serve(pool)?;
    let settings = ready.settings.get();
    pool.set_strategy(Strategy::Ready(object), settings);
    Ok(None)
}

fn construct_consecutive(call: &mut Call) -> Outcome {
    call.expect_args(0, 3)?;
    let threshold = call.int_or(0, 5)?;
    let cooldown = [call.int_or(1, 1000)?, call.int_or(2, 30_000)?];
    let threshold = count(0, threshold)?;
    let cooldown = to_cooldown(1, cooldown)?;
    initialise(call, cenote_core::Strategy::ConsecutiveFailures { threshold, cooldown })
}

fn construct_rate(call: &mut Call) -> Outcome {
    call.expect_args(0, 5)?;
    let rate = call.float_or(0, 0.5)?;
    let minimum = call.int_or(1, 20)?;
    let window = call.int_or(2, 10_000)?;
    let cooldown = [call.int_or(3, 1000)?, call.int_or(4, 30_000)?];
    if !(rate > 0.0 && rate <= 1.0) {
        return Err(exception::argument_value_error(1, &messages::NO_SHARE));
    }
    let minimum = count(1, minimum)?;
    let window = Duration::from_millis(count(2, window)?.into());
    let cooldown = to_cooldown(3, cooldown)?;
    initialise(call, cenote_core::Strategy::FailureRate { rate, minimum, window, cooldown })
}

/// A number of at least 1.
fn count(index: u32, number: i64) -> Result<u32, Thrown> {
    if number < 1 {
        return Err(exception::argument_value_error(index + 1, &at_least(1)));
    }
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// `first` is the position of `cooldown`; `maxCooldown` follows it. A maximum below the first wait leaves that as it is.
fn to_cooldown(first: u32, cooldowns: [i64; 2]) -> Result<Cooldown, Thrown> {
    for (cooldown, index) in cooldowns.into_iter().zip(first..) {
        if cooldown < 0 {
            return Err(exception::argument_value_error(index + 1, &at_least(0)));
        }
    }
    let [first, most] = cooldowns.map(|cooldown| Duration::from_millis(cooldown.unsigned_abs()));
    Ok(Cooldown { first, most: most.max(first) })
}

fn initialise(call: &Call, settings: cenote_core::Strategy) -> Outcome {
    let object = this(call);
    let Some(ready) = ready_of(&object) else { return Ok(()) };
    if ready.is_initialised() {
        return Err(exception::throw_error(&messages::STRATEGY_CONSTRUCTED_TWICE));
    }
    ready.settings.set(settings);
    ready.adviser.replace(Some(Adviser::new(settings, runtime::precise_now().0)));
    Ok(())
}

fn this(call: &Call) -> Object {
    // SAFETY: the frame of a method call keeps its object alive.
    unsafe { Object::from_borrowed(call.this()) }
}

/// The pool whose core judges by this very object, if there is one.
fn judging_pool(object: &Object) -> Option<Rc<Pool>> {
    let pool = ready_of(object)?.pool.get()?.upgrade()?;
    pool.is_judged_by(object).then_some(pool)
}

fn report_success(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    report(call, false)
}

fn report_failure(call: &mut Call) -> Outcome {
    call.expect_args(2, 2)?;
    call.object(1, ClassRef::throwable())?;
    report(call, true)
}

fn report(call: &Call, failed: bool) -> Outcome {
    let object = this(call);
    if let Some(pool) = judging_pool(&object) {
        pool.step(|core, now| core.reported(failed, now));
        return Ok(());
    }
    let source = object::pool_of(call.borrowed(0));
    let (Some(ready), Some(pool)) = (ready_of(&object), source) else { return Ok(()) };
    ready.serve(&pool)?;
    let state = pool.look(Core::breaker_state);
    let now = runtime::precise_now();
    let advice =
        ready.adviser.borrow_mut().as_mut().and_then(|adviser| adviser.report(failed, state, now));
    match advice {
        Some(Move::Activate) => pool.step(Core::activate),
        Some(Move::Deactivate) => pool.step(Core::deactivate),
        None => {}
    }
    Ok(())
}

fn should_recover(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let object = this(call);
    let now = runtime::precise_now();
    let wants = match (judging_pool(&object), ready_of(&object)) {
        (Some(pool), _) => pool.look(|core| core.wants_recovery(now)),
        (None, Some(ready)) => {
            ready.adviser.borrow().as_ref().is_some_and(|adviser| adviser.wants_recovery(now))
        }
        (None, None) => false,
    };
    call.returns(Value::bool(wants));
    Ok(())
}
