//! `Async\within()`: a piece of work of which nothing goes on after a time (SPEC 38.19).

use super::awaiting::Awaiting;
use crate::{
    runtime::{
        cancelling::shielding::shielded,
        coroutines::{
            completion::{Completion, Held, What},
            coroutine::{Importance, Woken},
            interrupted::Interrupted,
            scheduler::{self, current},
            scope::{self, Scope, Until, Waiting},
            spawning,
        },
        engine::engine_state::Saved,
        errors::exceptions,
        life::scope_ends,
        php::arguments::{spawn_point, task},
        php::messages,
        process::clock::precise_now,
        scheduling::parking::park,
    },
    zend::{
        Call, Message, Object, Outcome, Param, Signature, Thrown, Type, entry::FunctionEntry,
        exception, function,
    },
};
use cenote_core::Time;
use cenote_tasks::scope::End;
use std::time::Duration;

pub(in crate::runtime::php) fn functions() -> [FunctionEntry; 1] {
    let parameters =
        const { &[Param::required(c"ms", Type::INT), Param::required(c"work", Type::CALLABLE)] };
    [function(c"Async\\within", within, Signature::new(parameters, Type::MIXED))]
}

/// Why the work is not waited for any longer.
enum Reached {
    Done,
    /// A coroutine that it has spawned has failed.
    Failed(Object),
    TimedOut,
    Interrupted(Interrupted),
}

fn within(call: &mut Call) -> Outcome {
    call.expect_args(2, 2)?;
    let milliseconds = call.int(0)?;
    if milliseconds <= 0 {
        return Err(exception::argument_value_error(1, &messages::MUST_BE_POSITIVE));
    }
    let work = task(call, 1)?;
    if scheduler::is_over() {
        return Err(exception::throw_error(&messages::AFTER_THE_END));
    }
    spawning::ensure_drain()?;
    let deadline = precise_now() + Duration::from_millis(milliseconds.unsigned_abs());
    let scope = scope::child_of_current();
    scope.set_safe(false);
    let (engine, place) = (Saved::for_spawned(), spawn_point(call));
    let coroutine = scheduler::spawn_in(Some(scope.clone()), Importance::User, work, engine, place);
    let completion = &coroutine.completion;
    completion.needs_no_observer();
    let waiting = Waiting::begin(&scope, Until::Empty);
    let me = scheduler::running();
    let _shown = Awaiting::one(
        &me,
        What::Coroutine { number: coroutine.id.number },
        Held::OfCoroutine(coroutine.clone()),
    );
    let ended = wait(completion, &waiting, deadline);
    let mut lost = end(&scope, &waiting, &ended)?;
    if let Reached::Interrupted(interrupted) = ended {
        return Err(interrupted.throw());
    }
    let own = completion.error().filter(|error| {
        !error.instance_of(exceptions::cancellation()) && !exception::is_exit(error)
    });
    match ended {
        Reached::TimedOut => {
            let timeout = exception::create(
                exceptions::timeout(),
                &messages::timeout_occurred(milliseconds),
            )?;
            if let Some(error) = own.or(lost.take()) {
                exception::chain(&timeout, error);
            }
            return Err(exception::throw_object(timeout));
        }
        Reached::Failed(error) => return Err(exception::throw_object(error)),
        Reached::Done | Reached::Interrupted(_) => {}
    }
    if let Some(error) = completion.error().or(lost) {
        return Err(exception::throw_object(error));
    }
    call.returns(completion.value().unwrap_or(crate::zend::Value::null()));
    Ok(())
}

/// Waits for the work, or for what comes before its end.
fn wait(completion: &Completion, waiting: &Waiting<'_>, deadline: Time) -> Reached {
    let me = current();
    completion.add_waiter(me, None);
    let ended = loop {
        // Before the work's end, which it may have caused.
        if let Some(error) = waiting.waiter.errors.borrow_mut().pop_front() {
            break Reached::Failed(error);
        }
        if completion.is_fixed() {
            break Reached::Done;
        }
        match park(Some(deadline)) {
            Ok(Woken::TimedOut) if !completion.is_fixed() => break Reached::TimedOut,
            Ok(_) => {}
            Err(interrupted) => break Reached::Interrupted(interrupted),
        }
    };
    completion.remove_waiter(me);
    ended
}

/// Cancels what is left, and waits until nothing is. An error that comes meanwhile is returned.
fn end(scope: &Scope, waiting: &Waiting<'_>, ended: &Reached) -> Result<Option<Object>, Thrown> {
    let text: Message = match ended {
        Reached::TimedOut => messages::SCOPE_TIMED_OUT,
        _ => messages::SCOPE_CANCELLED,
    };
    if !scope.is_empty() {
        let error = exception::create(exceptions::cancellation(), &text)?;
        scope_ends::end(scope, End::Cancel, false, &error)?;
    }
    // A cancellation of the caller waits until the work has cleaned up; the end of the script does not.
    let cleaned_up = shielded(|| {
        while !scope.is_empty() {
            park(None)?;
        }
        Ok::<(), Interrupted>(())
    });
    match cleaned_up {
        Ok(()) => Ok(waiting.waiter.errors.borrow_mut().pop_front()),
        Err(interrupted) => Err(interrupted.throw()),
    }
}
