//! The functions of the namespace `Async`.

use super::{
    awaiting::{self, Awaited},
    coroutine_class::object_of,
    timeout,
};
use crate::{
    runtime::{
        clock,
        coroutine::{Importance, SpawnPoint, Work},
        ending,
        engine_state::Saved,
        may_park, messages, park, scheduler, slices,
    },
    zend::{
        Array, Call, ClassRef, Outcome, Param, Signature, Thrown, Type, Value,
        array::{self, Key},
        entry::FunctionEntry,
        exception, frame, function,
        messages::at_least,
    },
};
use std::time::Duration;

const COMPLETABLE: Type = Type::object(c"Async\\Completable");

pub(crate) fn functions() -> Vec<FunctionEntry> {
    const CANCEL: Param = Param::optional(c"cancel", COMPLETABLE.or_null(), c"null");
    const MANY: &[Param] = &[Param::required(c"xs", Type::ITERABLE), CANCEL];
    let milliseconds =
        |returns| Signature::new(const { &[Param::required(c"ms", Type::INT)] }, returns);
    vec![
        function(
            c"Async\\spawn",
            spawn,
            Signature::new(
                const { &[Param::required(c"f", Type::CALLABLE), Param::variadic(c"args", Type::MIXED)] },
                Type::object(c"Async\\Coroutine"),
            ),
        ),
        function(
            c"Async\\await",
            await_,
            Signature::new(const { &[Param::required(c"x", COMPLETABLE), CANCEL] }, Type::MIXED),
        ),
        function(c"Async\\await_all", await_all, Signature::new(MANY, Type::ARRAY)),
        function(c"Async\\await_all_or_fail", await_all_or_fail, Signature::new(MANY, Type::ARRAY)),
        function(c"Async\\suspend", suspend, Signature::new(&[], Type::VOID)),
        function(c"Async\\delay", delay, milliseconds(Type::VOID)),
        function(c"Async\\timeout", timeout_, milliseconds(COMPLETABLE)),
        function(
            c"Async\\current_coroutine",
            current_coroutine,
            Signature::new(&[], Type::object(c"Async\\Coroutine")),
        ),
        function(c"Async\\coroutines", coroutines, Signature::new(&[], Type::ARRAY)),
        function(
            c"Async\\measure_slices",
            measure_slices,
            Signature::new(const { &[Param::required(c"on", Type::BOOL)] }, Type::ARRAY),
        ),
        function(
            c"Async\\protect",
            protect,
            Signature::new(const { &[Param::required(c"callable", Type::CALLABLE)] }, Type::MIXED),
        ),
    ]
}

fn spawn(call: &mut Call) -> Outcome {
    let given = call.count();
    call.expect_args(1, u32::MAX)?;
    call.expect_no_named_args()?;
    let callable = call.callable(0)?;
    if scheduler::is_over() {
        return Err(exception::throw_error(&messages::AFTER_THE_END));
    }
    let args = (1..given).map(|index| call.value(index)).collect();
    ending::ensure_drain();
    let coroutine = scheduler::spawn(
        Importance::User,
        Work::Php(callable, args),
        Saved::for_spawned(),
        spawn_point(call),
    );
    call.returns(Value::object(object_of(&coroutine)?));
    Ok(())
}

/// Where the running function was called.
fn spawn_point(call: &Call) -> SpawnPoint {
    // SAFETY: the frame of a running call.
    match unsafe { frame::place_of((*call.frame()).prev_execute_data) } {
        // SAFETY: the file name of live code.
        Some((file, line)) => SpawnPoint { file: Some(unsafe { Value::string_ref(file) }), line },
        None => SpawnPoint { file: None, line: 0 },
    }
}

fn completable(call: &Call, index: u32) -> Result<Awaited, Thrown> {
    let object = call.object(index, awaiting::completable())?;
    // SAFETY: an argument of that type.
    unsafe { Awaited::new(object) }
}

fn cancel_token(call: &Call, index: u32) -> Result<Option<Awaited>, Thrown> {
    match call.optional_object(index, awaiting::completable())? {
        // SAFETY: an argument of that type.
        Some(object) => unsafe { Awaited::new(object) }.map(Some),
        None => Ok(None),
    }
}

fn await_(call: &mut Call) -> Outcome {
    call.expect_args(1, 2)?;
    let awaited = completable(call, 0)?;
    let cancel = cancel_token(call, 1)?;
    let value = awaiting::await_one(&awaited, cancel.as_ref())?;
    call.returns(value);
    Ok(())
}

/// The keys and completables of an iterable argument.
fn completables(call: &Call, index: u32) -> Result<(Vec<Key>, Vec<Awaited>), Thrown> {
    let list = call.iterable(index)?;
    let entries = match list.as_array() {
        // SAFETY: `list` keeps the table alive.
        Some(table) => unsafe { array::entries(table) },
        None => array::entries_of_traversable(&list)?,
    };
    let mut keys = Vec::with_capacity(entries.len());
    let mut awaited = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        let object = value.as_object().filter(|&object| {
            // SAFETY: `value` holds the object.
            unsafe { ClassRef::from_raw((*object).ce) }.is_a(awaiting::completable())
        });
        let Some(object) = object else {
            return Err(exception::argument_type_error(
                index + 1,
                &messages::not_completable(&value.type_name(), &key.to_string()),
            ));
        };
        // SAFETY: checked above.
        awaited.push(unsafe { Awaited::new(object) }?);
        keys.push(key);
    }
    Ok((keys, awaited))
}

fn await_all(call: &mut Call) -> Outcome {
    call.expect_args(1, 2)?;
    let (keys, awaited) = completables(call, 0)?;
    let cancel = cancel_token(call, 1)?;
    awaiting::await_many(&awaited, false, cancel.as_ref())?;
    let mut results = Array::with_capacity(keys.len())?;
    let mut errors = Array::with_capacity(0)?;
    for (key, one) in keys.iter().zip(&awaited) {
        match awaiting::result_of(one) {
            Ok(value) => results.set(key, value)?,
            Err(error) => errors.set(key, Value::object(error))?,
        }
    }
    let mut both = Array::with_capacity(2)?;
    both.push(Value::array(results))?;
    both.push(Value::array(errors))?;
    call.returns(Value::array(both));
    Ok(())
}

fn await_all_or_fail(call: &mut Call) -> Outcome {
    call.expect_args(1, 2)?;
    let (keys, awaited) = completables(call, 0)?;
    let cancel = cancel_token(call, 1)?;
    awaiting::await_many(&awaited, true, cancel.as_ref())?;
    if let Some(error) = awaiting::first_error(&awaited) {
        return Err(exception::throw_object(error));
    }
    let mut results = Array::with_capacity(keys.len())?;
    for (key, one) in keys.iter().zip(&awaited) {
        if let Ok(value) = awaiting::result_of(one) {
            results.set(key, value)?;
        }
    }
    call.returns(Value::array(results));
    Ok(())
}

fn suspend(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    scheduler::yield_now().map_err(super::super::Interrupted::throw)
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
        return scheduler::yield_now().map_err(super::super::Interrupted::throw);
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
    let milliseconds = milliseconds(call)?;
    call.returns(Value::object(timeout::make(milliseconds)?));
    Ok(())
}

fn current_coroutine(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    call.returns(Value::object(object_of(&scheduler::running())?));
    Ok(())
}

fn coroutines(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let alive = scheduler::with(|scheduler| scheduler.alive());
    let mut list = Array::with_capacity(alive.len())?;
    for coroutine in alive.iter().filter(|known| known.importance == Importance::User) {
        list.push(Value::object(object_of(coroutine)?))?;
    }
    call.returns(Value::array(list));
    Ok(())
}

/// Begins or ends measuring, and gives what was measured before: nothing, if it was not on.
fn measure_slices(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let on = call.bool(0)?;
    let mut figures = Array::with_capacity(4)?;
    if let Some(slices) = slices::measure(on) {
        let milliseconds = |nanoseconds: u64| Value::float(nanoseconds as f64 / 1e6);
        let until = match &slices.longest_until {
            Some((file, line)) => Value::string(format!("{file}:{line}"))?,
            None => Value::null(),
        };
        figures.set_name("count", Value::int(slices.count as i64))?;
        figures.set_name("p99", milliseconds(slices.p99()))?;
        figures.set_name("longest", milliseconds(slices.longest))?;
        figures.set_name("longestUntil", until)?;
    }
    call.returns(Value::array(figures));
    Ok(())
}

fn protect(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let callable = call.callable(0)?;
    let outcome = super::super::shielded(|| callable.call(&mut []));
    let me = scheduler::running();
    let fatal = matches!(outcome, Err(Thrown::Bailout));
    if me.shields.get() == 0 && !fatal {
        if let Some(cancellation) = scheduler::take_cancellation(&me) {
            drop(outcome);
            // What the callable threw becomes the cancellation's previous.
            return Err(exception::throw_object(cancellation));
        }
    }
    call.returns(outcome?);
    Ok(())
}
