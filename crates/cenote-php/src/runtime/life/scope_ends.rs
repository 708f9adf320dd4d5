//! The end of a scope: whom it cancels, who gets an error that nobody awaits, and what is called back (SPEC 38).
//!
//! What follows from what is decided by [`cenote_tasks::scope`]; here it is carried out.

use super::{finally, orphan, report};
use crate::{
    runtime::{
        cancelling::requests,
        coroutines::{
            alarms,
            coroutine::{self, Coroutine, CoroutineId, Importance, Request, SpawnPoint, Work},
            scheduler,
            scope::{self, Data, Scope, main},
            spawning,
        },
        engine::engine_state::Saved,
        errors::exceptions,
        messages,
    },
    zend::{Callable, Object, Outcome, Thrown, Value, exception},
};
use cenote_tasks::scope::End;
use std::rc::{Rc, Weak};

/// Cancels or disposes a scope and those below. `safely`: those that have begun run on, whatever the scope's mode.
pub(in crate::runtime) fn end(scope: &Scope, end: End, safely: bool, error: &Object) -> Outcome {
    let begun = |id| find(id).is_none_or(|coroutine| coroutine.started.get());
    let ended = scope.end(end, safely, &begun);
    for scope in &ended.scopes {
        let belongings = scope.data().belongings.take();
        for belonging in belongings.iter().filter_map(Weak::upgrade) {
            belonging.scope_ended()?;
        }
    }
    for coroutine in ended.cancel.into_iter().filter_map(find) {
        if !coroutine.completion.is_fixed() {
            requests::request(&coroutine, Request::Throw(error.clone()));
        }
    }
    ended.scopes.iter().for_each(notify);
    Ok(())
}

fn find(id: CoroutineId) -> Option<Rc<Coroutine>> {
    scheduler::try_with(|scheduler| scheduler.find(id).cloned()).flatten()
}

/// The last reference to the scope's object goes (SPEC 38.8).
pub(in crate::runtime) fn dropped(scope: &Scope, object: &Object) {
    let data = scope.data();
    if scope.is_over() {
        return;
    }
    if !data.finally.borrow().is_empty() {
        data.kept.replace(Some(object.clone()));
    }
    if scope.is_cancelled() {
        // Its coroutines have been told, and may be busy with their end.
        return;
    }
    let aside = exception::InFlight::put_aside();
    let made = exception::create(exceptions::cancellation(), &messages::SCOPE_DROPPED);
    if let Ok(error) = made {
        let how = if scope.is_empty() { End::Dispose } else { End::Drop };
        let _ = end(scope, how, false, &error);
    }
    aside.restore();
}

/// Disposes it at `at`, unless it is empty or closed by then.
pub(in crate::runtime) fn dispose_at(scope: &Scope, at: cenote_core::Time) {
    let known = scope.downgrade();
    // A timer must not call the engine.
    let alarm = alarms::alarm(
        at,
        Box::new(move || {
            if let Some(scope) = known.upgrade() {
                scope.data().timer.set(None);
                let body = move || dispose_late(&scope);
                spawning::spawn_native(Importance::Service, Box::new(body));
            }
        }),
    );
    if let Some(earlier) = scope.data().timer.replace(Some(alarm)) {
        scheduler::disarm(earlier);
    }
}

fn dispose_late(scope: &Scope) -> Outcome {
    if scope.is_empty() || scope.is_closed() {
        return Ok(());
    }
    let error = exception::create(exceptions::cancellation(), &messages::SCOPE_TIMED_OUT)?;
    end(scope, End::Dispose, false, &error)
}

/// A coroutine of it has ended: anyone who waits for the scope, or for one above, may go on.
pub(in crate::runtime) fn left(coroutine: &Coroutine) {
    if let Some(scope) = coroutine.scope() {
        scope.leave(coroutine.id);
        notify(&scope);
    }
}

fn notify(scope: &Scope) {
    for scope in scope.upwards() {
        if !scope.is_finished() {
            return;
        }
        let waiters: Vec<_> = scope.data().waiters.borrow().clone();
        waiters.iter().filter(|waiter| waiter.until.is_reached(scope)).for_each(|w| w.call());
        if scope.is_over() {
            spawn_finally(scope);
        }
    }
}

/// An error that nobody awaits: `Err` if no scope takes it, with what its handlers made of it (SPEC 38.14).
pub(in crate::runtime) fn take_error(
    scope: Option<&Scope>,
    coroutine: &Rc<Coroutine>,
    error: Object,
) -> Result<(), Object> {
    let Some(scope) = scope else { return Err(error) };
    let mut error = error;
    for (height, scope) in scope.upwards().enumerate() {
        match call_handler(scope, height > 0, coroutine, error) {
            Handled::Yes => return Ok(()),
            Handled::No(left) => error = left,
        }
        // The main scope is never cancelled.
        if scope.parent().is_none() && *scope == main() {
            break;
        }
        if cancel_for(scope, &error).is_err() {
            drop(exception::take());
        }
        let waiters: Vec<_> = scope.data().waiters.borrow().clone();
        for waiter in &waiters {
            waiter.errors.borrow_mut().push_back(error.clone());
            waiter.call();
        }
        if !waiters.is_empty() {
            return Ok(());
        }
    }
    Err(error)
}

/// The scope cannot go on after this error.
fn cancel_for(scope: &Scope, error: &Object) -> Outcome {
    if scope.is_cancelled() {
        return Ok(());
    }
    let cancellation = exception::create(exceptions::cancellation(), &messages::SCOPE_CANCELLED)?;
    exception::chain(&cancellation, error.clone());
    end(scope, End::Cancel, false, &cancellation)
}

pub(in crate::runtime) enum Handled {
    Yes,
    No(Object),
}

/// Asks the handlers of `scope` and of those above, without cancelling anything.
pub(in crate::runtime) fn ask_handlers(
    scope: &Scope,
    coroutine: &Rc<Coroutine>,
    error: Object,
) -> Handled {
    let mut error = error;
    for (height, scope) in scope.upwards().enumerate() {
        match call_handler(scope, height > 0, coroutine, error) {
            Handled::Yes => return Handled::Yes,
            Handled::No(left) => error = left,
        }
    }
    Handled::No(error)
}

fn call_handler(
    scope: &Scope,
    from_below: bool,
    coroutine: &Rc<Coroutine>,
    error: Object,
) -> Handled {
    let data = scope.data();
    let chosen = {
        let (own, child) = (data.handler.borrow(), data.child_handler.borrow());
        let child = child.as_ref().filter(|_| from_below);
        child.or(own.as_ref()).map(Callable::again)
    };
    let Some(handler) = chosen else { return Handled::No(error) };
    let arguments = scope::object_of(scope).and_then(|scope| {
        Ok([Value::object(scope), Value::object(coroutine::object_of(coroutine)?)])
    });
    let Ok([scope, coroutine]) = arguments else {
        drop(exception::take());
        return Handled::No(error);
    };
    let arguments = [scope, coroutine, Value::object(error.clone())];
    match handler.call(&arguments) {
        Ok(_) | Err(Thrown::Bailout) => Handled::Yes,
        Err(Thrown::Exception) => match exception::take() {
            Some(thrown) if exception::is_exit(&thrown) => {
                orphan::exit_requested();
                Handled::Yes
            }
            Some(thrown) => {
                if thrown != error {
                    exception::chain(&thrown, error);
                }
                Handled::No(thrown)
            }
            None => Handled::Yes,
        },
    }
}

/// A coroutine has ended with an error.
pub(in crate::runtime) fn coroutine_failed(coroutine: &Rc<Coroutine>) {
    let Some(scope) = coroutine.scope() else { return };
    if !coroutine.completion.has_unobserved_error() {
        return;
    }
    let Some(error) = coroutine.completion.error() else { return };
    let is_held = is_held(coroutine); // before a handler's exception holds it, as an argument in its trace
    match take_error(Some(&scope), coroutine, error.clone()) {
        Ok(()) => coroutine.completion.needs_no_observer(),
        Err(left) if left == error => {}
        Err(left) if is_held => report::remember_instead(left, coroutine),
        Err(left) => {
            coroutine.completion.needs_no_observer();
            report::lost(left, coroutine);
        }
    }
}

/// Whether the program holds the object of a coroutine that is about to end, beside the coroutine itself.
fn is_held(coroutine: &Coroutine) -> bool {
    let object = coroutine.object.get();
    // SAFETY: null, or a live object's count.
    let holders = if object.is_null() { 0 } else { unsafe { (*object).gc.refcount } };
    holders as usize > usize::from(coroutine.kept.borrow().is_some())
}

/// An error of something that belongs to `coroutine` and its scope.
pub(in crate::runtime) fn lost_error(
    scope: Option<&Scope>,
    coroutine: &Rc<Coroutine>,
    error: Object,
) {
    if let Err(left) = take_error(scope, coroutine, error) {
        report::lost(left, coroutine);
    }
}

/// Calls back once the scope is over: at once if it is.
pub(in crate::runtime) fn at_the_end(scope: &Scope, callback: Callable) -> Outcome {
    if scope.is_over() {
        let object = scope::object_of(scope)?;
        callback.call(&[Value::object(object)])?;
        return Ok(());
    }
    let is_first = scope.data().finally.borrow().is_empty();
    scope.data().finally.borrow_mut().push(callback);
    if is_first {
        scope::calls_back(scope);
    }
    Ok(())
}

/// After a fatal error scopes do not end; their callbacks run all the same, where nobody else does.
pub(in crate::runtime) fn call_back_at_the_end() -> Outcome {
    for scope in scope::calling_back() {
        let callbacks = scope.data().finally.take();
        run_finally(&scope, callbacks)?;
    }
    Ok(())
}

fn spawn_finally(scope: &Scope) {
    let callbacks = scope.data().finally.take();
    if callbacks.is_empty() || scheduler::is_over() {
        return;
    }
    if spawning::ensure_drain().is_err() {
        drop(exception::take());
        return;
    }
    let owner = scope.clone();
    let body = Box::new(move || run_finally(&owner, callbacks));
    // Not below the scope: that is over.
    let above = scope.parent().cloned().unwrap_or_else(main).child(Data::default());
    let place = SpawnPoint::NOWHERE;
    let work = Work::Native(body);
    let importance = Importance::User;
    let handler = scheduler::spawn_in(Some(above), importance, work, Saved::for_spawned(), place);
    handler.is_finally.set(true);
}

fn run_finally(scope: &Scope, callbacks: Vec<Callable>) -> Outcome {
    let object = scope::object_of(scope)?;
    scope.data().kept.take();
    let errors = finally::call_all(callbacks, || Ok(Some(Value::object(object.clone()))))?;
    if let Some(error) = errors {
        lost_error(Some(scope), &scheduler::running(), error);
    }
    exception::check()
}
