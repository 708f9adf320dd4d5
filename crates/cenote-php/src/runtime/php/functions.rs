//! The functions of the namespace `Async`.

use super::{
    arguments::{no_arguments, spawn_point, task, token_argument},
    awaits::{
        awaiting::{self, Awaited},
        timeout,
    },
    coroutine_class::{give_object, object_of, object_to_be},
};
use crate::{
    runtime::{
        cancelling::{requests, shielding::shielded, shutdown},
        coroutines::{
            coroutine::Importance,
            fiber_flows,
            interrupted::Interrupted,
            scheduler::{self, may_park},
            spawning,
        },
        engine::{engine_state::Saved, statics},
        errors::exceptions,
        life::{long_runs, pristine},
        measuring::runs,
        php::messages,
        process::clock,
        scheduling::parking::{self, park},
    },
    zend::{
        Array, Call, ClassRef, Object, Outcome, Param, Signature, Thrown, Type, Value,
        entry::FunctionEntry, exception, function, messages::at_least,
    },
};
use std::time::Duration;

const COMPLETABLE: Type = Type::object(c"Async\\Completable");

pub(super) fn functions() -> Vec<FunctionEntry> {
    const TOKEN: Param = Param::optional(c"cancellation", COMPLETABLE.or_null(), c"null");
    let milliseconds =
        |returns| Signature::new(const { &[Param::required(c"ms", Type::INT)] }, returns);
    vec![
        function(
            c"Async\\spawn",
            spawn,
            Signature::new(
                const {
                    &[
                        Param::required(c"task", Type::CALLABLE),
                        Param::variadic(c"args", Type::MIXED),
                    ]
                },
                Type::object(c"Async\\Coroutine"),
            ),
        ),
        function(
            c"Async\\await",
            await_,
            Signature::new(
                const { &[Param::required(c"awaitable", COMPLETABLE), TOKEN] },
                Type::MIXED,
            ),
        ),
        function(
            c"Async\\graceful_shutdown",
            graceful_shutdown,
            Signature::new(
                const {
                    &[Param::optional(
                        c"cancellationError",
                        Type::object(c"Async\\AsyncCancellation").or_null(),
                        c"null",
                    )]
                },
                Type::VOID,
            ),
        ),
        function(c"Async\\suspend", suspend, Signature::new(&[], Type::VOID)),
        function(c"Async\\delay", delay, milliseconds(Type::VOID)),
        function(c"Async\\timeout", timeout_, milliseconds(Type::object(c"Async\\Timeout"))),
        function(
            c"Async\\current_coroutine",
            current_coroutine,
            Signature::new(&[], Type::object(c"Async\\Coroutine")),
        ),
        function(c"Async\\coroutines", coroutines, Signature::new(&[], Type::ARRAY)),
        function(
            c"Async\\make_coroutine_local",
            make_coroutine_local,
            Signature::new(
                const {
                    &[
                        Param::required(c"class", Type::STRING),
                        Param::variadic(c"properties", Type::STRING),
                    ]
                },
                Type::VOID,
            ),
        ),
        function(
            c"Async\\isolate_superglobals",
            isolate_superglobals,
            Signature::new(&[], Type::VOID),
        ),
        function(c"Async\\is_pristine", is_pristine, Signature::new(&[], Type::BOOL)),
        function(
            c"Async\\measure_slices",
            measure_slices,
            Signature::new(const { &[Param::required(c"on", Type::BOOL)] }, Type::ARRAY),
        ),
        function(
            c"Async\\on_blocking",
            on_blocking,
            Signature::new(
                const { &[Param::required(c"callback", Type::CALLABLE.or_null())] },
                Type::VOID,
            ),
        ),
        function(
            c"Async\\protect",
            protect,
            Signature::new(
                const { &[Param::required(c"closure", Type::object(c"Closure"))] },
                Type::MIXED,
            ),
        ),
    ]
}

fn spawn(call: &mut Call) -> Outcome {
    call.expect_args(1, u32::MAX)?;
    // SAFETY: called by PHP code, with nothing owned yet.
    let object = unsafe { object_to_be() };
    let work = task(call, 0)?;
    if scheduler::is_over() {
        return Err(exception::throw_error(&messages::AFTER_THE_END));
    }
    spawning::ensure_drain()?;
    let (engine, place) = (Saved::for_spawned(), spawn_point(call));
    let coroutine = scheduler::spawn(Importance::User, work, engine, place);
    give_object(&coroutine, &object);
    call.returns(Value::object(object));
    Ok(())
}

fn await_(call: &mut Call) -> Outcome {
    call.expect_args(1, 2)?;
    scheduler::note_use();
    let awaited = call.object(0, awaiting::completable())?;
    // SAFETY: an argument of that type.
    let awaited = unsafe { Awaited::new(awaited) }?;
    let token = token_argument(call, 1, awaiting::completable())?;
    let value = awaiting::await_one(&awaited, token.as_ref())?;
    call.returns(value);
    Ok(())
}

fn graceful_shutdown(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let given = call.optional_object(0, exceptions::cancellation())?;
    scheduler::note_use();
    // SAFETY: an argument is alive during the call.
    shutdown::begin(given.map(|given| unsafe { Object::from_borrowed(given) }))
}

fn suspend(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    parking::yield_now().map_err(Interrupted::throw)
}

/// An argument in milliseconds.
fn milliseconds(call: &Call) -> Result<i64, Thrown> {
    call.expect_args(1, 1)?;
    let milliseconds = call.int(0)?;
    if milliseconds < 0 {
        return Err(exception::argument_value_error(1, &at_least(0)));
    }
    Ok(milliseconds)
}

fn delay(call: &mut Call) -> Outcome {
    let milliseconds = milliseconds(call)?;
    if milliseconds == 0 && may_park() {
        return parking::yield_now().map_err(Interrupted::throw);
    }
    let deadline = clock::precise_now() + Duration::from_millis(milliseconds.unsigned_abs());
    // Nobody knows of this wait, so it ends by its deadline or by an interruption.
    match park(Some(deadline)) {
        Ok(_) => Ok(()),
        Err(interrupted) if interrupted.is_forbidden() => {
            // A sleep blocks where the engine forbids switching, as on stock (SPEC 30.12).
            std::thread::sleep(Duration::from_millis(milliseconds.unsigned_abs()));
            Ok(())
        }
        Err(interrupted) => Err(interrupted.throw()),
    }
}

fn timeout_(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let milliseconds = call.int(0)?;
    if milliseconds <= 0 {
        return Err(exception::throw(ClassRef::value_error(), &messages::TIMEOUT_OF_NO_TIME));
    }
    call.returns(Value::object(timeout::make(milliseconds)?));
    Ok(())
}

fn current_coroutine(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let running = fiber_flows::running();
    running.is_known.set(true);
    call.returns(Value::object(object_of(&running)?));
    Ok(())
}

fn coroutines(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let mut alive = scheduler::with(|scheduler| scheduler.alive());
    alive.extend(fiber_flows::unfinished());
    alive.sort_by_key(|known| known.id.number());
    let mut list = Array::with_capacity(alive.len())?;
    for coroutine in alive.iter().filter(|known| known.importance == Importance::User) {
        list.push(Value::object(object_of(coroutine)?))?;
    }
    call.returns(Value::array(list));
    Ok(())
}

/// Has static properties of a class belong to each coroutine (SPEC 30.17).
fn make_coroutine_local(call: &mut Call) -> Outcome {
    call.expect_args(2, u32::MAX)?;
    call.expect_no_named_args()?;
    let name = call.text(0)?;
    let Some(class) = ClassRef::find(&name)? else {
        return Err(exception::argument_value_error(1, &messages::NO_CLASS));
    };
    for index in 1..call.count() {
        let property = call.text(index)?;
        statics::make_local(class, property.as_bytes().unwrap_or_default(), index + 1)?;
    }
    Ok(())
}

fn isolate_superglobals(call: &mut Call) -> Outcome {
    no_arguments(call)?;
    statics::make_superglobals_local()
}

fn is_pristine(call: &mut Call) -> Outcome {
    no_arguments(call)?;
    call.returns(Value::bool(pristine::is_running_one_pristine()));
    Ok(())
}

/// Begins or ends measuring, and gives what was measured before: nothing, if it was not on.
fn measure_slices(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let on = call.bool(0)?;
    let mut figures = Array::with_capacity(5)?;
    if let Some(slices) = runs::measure(on) {
        let milliseconds = |nanoseconds: u64| Value::float(nanoseconds as f64 / 1e6);
        let until = match &slices.longest_until {
            Some((file, line)) => Value::string(format!("{file}:{line}"))?,
            None => Value::null(),
        };
        figures.set_name("count", Value::int(slices.count as i64))?;
        figures.set_name("p99", milliseconds(slices.p99()))?;
        figures.set_name("longest", milliseconds(slices.longest))?;
        figures.set_name("longestUntil", until)?;
        let mut runs = Array::with_capacity(slices.runs.len())?;
        for run in &slices.runs {
            runs.push(Value::array(long_runs::figures(run)?))?;
        }
        figures.set_name("longestRuns", Value::array(runs))?;
    }
    call.returns(Value::array(figures));
    Ok(())
}

/// Has a function told of each run that has held others up; null: none (SPEC 44.13).
fn on_blocking(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    long_runs::tell_to(call.optional_callable(0)?);
    Ok(())
}

fn protect(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    call.object(0, ClassRef::closure())?;
    let callable = call.callable(0)?;
    let me = scheduler::running();
    me.protects.set(me.protects.get() + 1);
    let outcome = shielded(|| callable.call(&[]));
    me.protects.set(me.protects.get() - 1);
    let fatal = matches!(outcome, Err(Thrown::Bailout));
    if me.shields.get() == 0 && !fatal {
        let flow = fiber_flows::take_request(&me);
        if let Some(cancellation) = requests::take_cancellation(&me).or(flow) {
            drop(outcome);
            // What the callable threw becomes the cancellation's previous.
            return Err(exception::throw_object(cancellation));
        }
    }
    call.returns(outcome?);
    Ok(())
}
