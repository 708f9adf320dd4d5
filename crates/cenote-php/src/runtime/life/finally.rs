//! Callbacks for the end of a coroutine: they run in a coroutine of their own, before those who await the ended one go on
//! (SPEC 43.11).

use super::scope_ends;
use crate::{
    runtime::{
        coroutines::{
            coroutine::{self, Coroutine, Finally, Importance, Work},
            scheduler, scope, spawning,
        },
        engine::engine_state::Saved,
        errors::composite,
    },
    zend::{Callable, Object, Outcome, Thrown, Value, exception},
};
use std::rc::Rc;

/// `ended` has ended: its callbacks are next.
pub(in crate::runtime) fn spawn(ended: &Rc<Coroutine>) {
    let Some(callbacks) = ended.finally.take().filter(|_| !scheduler::is_over()) else { return };
    if spawning::ensure_drain().is_err() {
        drop(exception::take());
        return;
    }
    let (owner, place) = (ended.clone(), ended.spawned_at.clone());
    let body = Box::new(move || run(&owner, callbacks));
    let below = scope::of(ended).child(scope::Data::default());
    let (work, engine) = (Work::Native(body), Saved::for_spawned());
    let handler = scheduler::spawn_in(Some(below), Importance::User, work, engine, place);
    handler.is_finally.set(true);
    scheduler::with(|scheduler| scheduler.put_new_first(&handler));
}

fn run(owner: &Rc<Coroutine>, callbacks: Vec<Finally>) -> Outcome {
    let mut errors = Vec::new();
    for Finally { callback, takes_coroutine } in callbacks {
        let argument =
            if takes_coroutine { Some(Value::object(coroutine::object_of(owner)?)) } else { None };
        errors.extend(call(&callback, argument)?);
    }
    if let Some(error) = as_one(errors)? {
        scope_ends::lost_error(owner.scope().as_ref(), owner, error);
    }
    exception::check()
}

/// Calls each, whatever the others throw. What they threw is returned as one; `Err`: an exit or a fatal error.
pub(in crate::runtime) fn call_all(
    callbacks: Vec<Callable>,
    argument: impl Fn() -> Result<Option<Value>, Thrown>,
) -> Result<Option<Object>, Thrown> {
    let mut errors = Vec::new();
    for callback in callbacks {
        errors.extend(call(&callback, argument()?)?);
    }
    as_one(errors)
}

fn call(callback: &Callable, argument: Option<Value>) -> Result<Option<Object>, Thrown> {
    let called = match argument {
        Some(argument) => callback.call(&[argument]),
        None => callback.call(&[]),
    };
    match called {
        Ok(_) => Ok(None),
        Err(Thrown::Bailout) => Err(Thrown::Bailout),
        // The script is ending, and it would have waited.
        Err(Thrown::Exception) if exception::take_graceful_exit() => Ok(None),
        Err(Thrown::Exception) => exception::take_or_exit(),
    }
}

/// One error, or several as one.
pub(in crate::runtime) fn as_one(mut errors: Vec<Object>) -> Result<Option<Object>, Thrown> {
    if errors.len() > 1 {
        return composite::of(errors).map(Some);
    }
    Ok(errors.pop())
}
