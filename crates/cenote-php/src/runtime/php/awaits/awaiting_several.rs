//! The functions that await several triggers: `await_all()` and its relatives (SPEC 37).

use super::awaiting::{self, Awaited, Awaiting};
use crate::{
    runtime::{
        cancelling::requests,
        coroutines::{
            completion::Join,
            coroutine::{Coroutine, CoroutineId, Importance, Request, Work},
            scheduler, scope, spawning,
        },
        engine::engine_state::Saved,
        errors::exceptions,
        php::arguments::{flag, spawn_point, token_argument},
        php::messages,
    },
    zend::{
        Array, Call, ClassRef, Iteration, Object, Outcome, Param, Signature, Thrown, Type, Value,
        array::{self, Key},
        entry::FunctionEntry,
        exception, function,
    },
};
use cenote_tasks::gather::{Counts, Gathering, Rule};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

const ALL: Rule = Rule { need: None, counts: Counts::Ends, fails: false };
const ALL_OR_FAIL: Rule = Rule { fails: true, ..ALL };
const ANY_OR_FAIL: Rule = Rule { need: Some(1), counts: Counts::Ends, fails: true };
const FIRST_SUCCESS: Rule = Rule { need: Some(1), counts: Counts::Values, fails: false };

pub(in crate::runtime::php) fn functions() -> Vec<FunctionEntry> {
    const TRIGGERS: Param = Param::required(c"triggers", Type::ITERABLE);
    const TOKEN: Param =
        Param::optional(c"cancellation", Type::object(c"Async\\Awaitable").or_null(), c"null");
    const ORDER: Param = Param::optional(c"preserveKeyOrder", Type::BOOL, c"true");
    const FILL: Param = Param::optional(c"fillNull", Type::BOOL, c"false");
    const COUNT: Param = Param::required(c"count", Type::INT);
    vec![
        function(
            c"Async\\await_any_or_fail",
            await_any_or_fail,
            Signature::new(const { &[TRIGGERS, TOKEN] }, Type::MIXED),
        ),
        function(
            c"Async\\await_first_success",
            await_first_success,
            Signature::new(const { &[TRIGGERS, TOKEN] }, Type::ARRAY),
        ),
        function(
            c"Async\\await_all_or_fail",
            await_all_or_fail,
            Signature::new(const { &[TRIGGERS, TOKEN, ORDER] }, Type::ARRAY),
        ),
        function(
            c"Async\\await_all",
            await_all,
            Signature::new(const { &[TRIGGERS, TOKEN, ORDER, FILL] }, Type::ARRAY),
        ),
        function(
            c"Async\\await_any_of_or_fail",
            await_any_of_or_fail,
            Signature::new(const { &[COUNT, TRIGGERS, TOKEN, ORDER] }, Type::ARRAY),
        ),
        function(
            c"Async\\await_any_of",
            await_any_of,
            Signature::new(const { &[COUNT, TRIGGERS, TOKEN, ORDER, FILL] }, Type::ARRAY),
        ),
    ]
}

/// The triggers of one call, and what has become of them.
struct Several {
    join: Rc<Join>,
    waiting: CoroutineId,
    triggers: RefCell<Vec<(Key, Awaited)>>,
    /// What the iterator threw.
    failed: RefCell<Option<Object>>,
    /// The function has returned, or failed.
    left: Cell<bool>,
    waiter: Rc<Coroutine>,
}

impl Several {
    /// Awaits `item` from now on. Null is passed over.
    fn add(&self, key: Key, item: &Value) -> Outcome {
        if item.kind() == crate::zend::sys::IS_NULL {
            return Ok(());
        }
        let object = item.as_object().filter(|&object| {
            // SAFETY: `item` holds the object.
            unsafe { ClassRef::from_raw((*object).ce) }.is_a(awaiting::awaitable())
        });
        let Some(object) = object else {
            return Err(exception::throw(exceptions::async_exception(), &messages::NOT_AWAITABLE));
        };
        // SAFETY: checked above.
        let awaited = unsafe { Awaited::new(object) }?;
        let index = self.join.expect();
        let completion = awaited.completion().clone();
        self.triggers.borrow_mut().push((key, awaited));
        if self.left.get() {
            return Ok(());
        }
        // What becomes of it when the function has returned is nobody's loss (SPEC 37.10).
        completion.needs_no_observer();
        if completion.is_fixed() {
            let with_value = completion.error().is_none();
            if self.join.tell(|gathering| gathering.ended(index, with_value)) {
                scheduler::wake(self.waiting);
            }
        } else {
            let shown = self.triggers.borrow()[index].1.shown();
            self.waiter.awaits.borrow_mut().push(shown);
            completion.add_waiter(self.waiting, Some((self.join.clone(), index)));
        }
        Ok(())
    }

    fn complete(&self) {
        if self.join.tell(Gathering::complete) {
            scheduler::wake(self.waiting);
        }
    }

    /// Takes everything of an array.
    fn add_array(&self, triggers: &Value) -> Outcome {
        let table = triggers.as_array().expect("the caller has looked");
        // SAFETY: `triggers` keeps the table alive.
        for (key, item) in unsafe { array::entries(table) } {
            self.add(key, &item)?;
        }
        self.complete();
        Ok(())
    }

    /// Takes everything of a Traversable, in a coroutine of its own (SPEC 37.5).
    fn iterate(&self, triggers: &Value) -> Outcome {
        let mut iteration = Iteration::over(triggers)?;
        let mut next_index = 0;
        while !self.left.get() {
            let Some((key, item)) = iteration.next()? else { break };
            let key = if let Some(index) = key.as_int() {
                next_index = next_index.max(index.saturating_add(1));
                Key::Index(index)
            } else if let Some(name) = key.as_bytes() {
                Key::Name(name.to_vec())
            } else if key.kind() == crate::zend::sys::IS_NULL {
                next_index += 1;
                Key::Index(next_index - 1)
            } else {
                return Err(exception::throw(exceptions::async_exception(), &messages::BAD_KEY));
            };
            self.add(key, &item)?;
        }
        Ok(())
    }
}

/// Starts the coroutine that goes through a Traversable.
fn spawn_iteration(
    several: &Rc<Several>,
    triggers: Value,
    call: &Call,
) -> Result<Rc<Coroutine>, Thrown> {
    let several = several.clone();
    let body = move || {
        if let Err(thrown) = several.iterate(&triggers) {
            if thrown == Thrown::Bailout {
                return Err(thrown);
            }
            let Some(error) = exception::take() else { return Ok(()) };
            if exception::is_exit(&error) {
                return Err(exception::throw_object(error));
            }
            if !several.left.get() {
                several.failed.replace(Some(error));
                scheduler::wake(several.waiting);
            }
        } else {
            several.complete();
        }
        Ok(())
    };
    if scheduler::is_over() {
        return Err(exception::throw_error(&messages::AFTER_THE_END));
    }
    spawning::ensure_drain()?;
    let (engine, place) = (Saved::for_spawned(), spawn_point(call));
    let (below, work) = (scope::child_of_current(), Work::Native(Box::new(body)));
    Ok(scheduler::spawn_in(Some(below), Importance::User, work, engine, place))
}

/// Waits for `triggers` by `rule`. The results that count: key, place among the triggers, value or error.
fn await_several(
    call: &Call,
    triggers: u32,
    rule: Rule,
) -> Result<(Rc<Several>, Option<Object>), Thrown> {
    let token = token_argument(call, triggers + 1, awaiting::awaitable())?;
    let triggers = call.value(triggers);
    let me = scheduler::running();
    let several = Rc::new(Several {
        join: Join::new(rule),
        waiting: me.id,
        triggers: RefCell::default(),
        failed: RefCell::default(),
        left: Cell::new(false),
        waiter: me.clone(),
    });
    let _shown = Awaiting::nothing(&me);
    let mut iterating = None;
    let traversable = triggers.as_object().is_some_and(|object| {
        // SAFETY: `triggers` holds the object.
        unsafe { ClassRef::from_raw((*object).ce) }.is_a(ClassRef::traversable())
    });
    let begun = if triggers.as_array().is_some() {
        several.add_array(&triggers)
    } else if traversable {
        spawn_iteration(&several, triggers, call).map(|spawned| iterating = Some(spawned))
    } else {
        Err(exception::throw(exceptions::async_exception(), &messages::NOT_ITERABLE))
    };
    let ended = || match several.failed.borrow().is_some() {
        true => Some(0),
        false => several.join.decided_in(),
    };
    let waited = begun.and_then(|()| awaiting::wait(ended, token.as_ref()));
    several.left.set(true);
    for (_, one) in &*several.triggers.borrow() {
        one.completion().remove_waiter(several.waiting);
    }
    if let Some(iterating) = iterating.filter(|iterating| iterating.is_alive()) {
        cancel_iteration(&iterating)?;
    }
    waited?;
    if let Some(error) = several.failed.take() {
        return Err(exception::throw_object(error));
    }
    let failed = several.join.ask(Gathering::error);
    let error = failed.and_then(|index| several.triggers.borrow()[index].1.result().err());
    Ok((several, error))
}

/// The iteration is not needed any more: it ends where it waits.
fn cancel_iteration(iterating: &Rc<Coroutine>) -> Outcome {
    let aside = exception::InFlight::put_aside();
    let made = exception::create(exceptions::cancellation(), &messages::CANCELLED);
    aside.restore();
    requests::request(iterating, Request::Throw(made?));
    Ok(())
}

/// Results and errors of what counts, by key.
struct Answer {
    results: Array,
    errors: Array,
}

impl Several {
    fn answer(&self, keep_order: bool, fill: bool) -> Result<Answer, Thrown> {
        let triggers = self.triggers.borrow();
        let mut counted: Vec<usize> = self
            .join
            .ask(|gathering| gathering.results().iter().map(|&(index, _)| index).collect());
        let mut counts = vec![false; triggers.len()];
        counted.iter().for_each(|&index| counts[index] = true);
        if fill {
            counted.extend((0..triggers.len()).filter(|&index| !counts[index]));
        }
        if keep_order {
            counted.sort_unstable();
        }
        let mut results = Array::with_capacity(counted.len())?;
        let mut errors = Array::with_capacity(0)?;
        for index in counted {
            let (key, one) = &triggers[index];
            let result = counts[index].then(|| one.result());
            match result {
                Some(Ok(value)) => results.set(key, value)?,
                other => {
                    if fill {
                        results.set(key, Value::null())?;
                    }
                    if let Some(Err(error)) = other {
                        errors.set(key, Value::object(error))?;
                    }
                }
            }
        }
        Ok(Answer { results, errors })
    }
}

fn results_and_errors(call: &mut Call, several: &Several, keep_order: bool, fill: bool) -> Outcome {
    let answer = several.answer(keep_order, fill)?;
    let mut both = Array::with_capacity(2)?;
    both.push(Value::array(answer.results))?;
    both.push(Value::array(answer.errors))?;
    call.returns(Value::array(both));
    Ok(())
}

fn results_or_error(
    call: &mut Call,
    several: &Several,
    error: Option<Object>,
    order: u32,
) -> Outcome {
    if let Some(error) = error {
        return Err(exception::throw_object(error));
    }
    let keep_order = flag(call, order, true)?;
    call.returns(Value::array(several.answer(keep_order, false)?.results));
    Ok(())
}

fn await_any_or_fail(call: &mut Call) -> Outcome {
    call.expect_args(1, 2)?;
    let (several, error) = await_several(call, 0, ANY_OR_FAIL)?;
    if let Some(error) = error {
        return Err(exception::throw_object(error));
    }
    let first = several.join.ask(|gathering| gathering.results().first().copied());
    let value = first.and_then(|(index, _)| several.triggers.borrow()[index].1.result().ok());
    call.returns(value.unwrap_or(Value::null()));
    Ok(())
}

fn await_first_success(call: &mut Call) -> Outcome {
    call.expect_args(1, 2)?;
    let (several, _) = await_several(call, 0, FIRST_SUCCESS)?;
    let last = several.join.ask(|gathering| gathering.results().last().copied());
    let value = last.and_then(|(index, _)| several.triggers.borrow()[index].1.result().ok());
    let errors = several.answer(true, false)?.errors;
    let mut both = Array::with_capacity(2)?;
    both.push(value.unwrap_or(Value::null()))?;
    both.push(Value::array(errors))?;
    call.returns(Value::array(both));
    Ok(())
}

fn await_all_or_fail(call: &mut Call) -> Outcome {
    call.expect_args(1, 3)?;
    let (several, error) = await_several(call, 0, ALL_OR_FAIL)?;
    results_or_error(call, &several, error, 2)
}

fn await_all(call: &mut Call) -> Outcome {
    call.expect_args(1, 4)?;
    let (several, _) = await_several(call, 0, ALL)?;
    results_and_errors(call, &several, flag(call, 2, true)?, flag(call, 3, false)?)
}

/// How many are wanted.
fn wanted(call: &Call) -> Result<usize, Thrown> {
    let count = call.int(0)?;
    usize::try_from(count)
        .map_err(|_| exception::argument_value_error(1, &crate::zend::messages::at_least(0)))
}

fn await_any_of_or_fail(call: &mut Call) -> Outcome {
    call.expect_args(2, 4)?;
    let rule = Rule { need: Some(wanted(call)?), counts: Counts::Ends, fails: true };
    let (several, error) = await_several(call, 1, rule)?;
    results_or_error(call, &several, error, 3)
}

fn await_any_of(call: &mut Call) -> Outcome {
    call.expect_args(2, 5)?;
    let wanted = wanted(call)?;
    let rule = Rule { need: Some(wanted), counts: Counts::Values, fails: false };
    let (several, _) = await_several(call, 1, rule)?;
    // Of none that were asked for there is nothing to fill (SPEC 37.1).
    let fill = wanted > 0 && flag(call, 4, false)?;
    results_and_errors(call, &several, flag(call, 3, true)?, fill)
}
