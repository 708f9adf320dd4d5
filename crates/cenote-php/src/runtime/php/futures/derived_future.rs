//! `Future::map()`, `catch()` and `finally()`: a Future made of another one (SPEC 42.3, 42.4).

use super::future::{self, Core};
use crate::{
    runtime::{
        coroutines::{
            completion::Fixed,
            coroutine::{Importance, SpawnPoint, Work},
            scheduler, spawning,
        },
        engine::engine_state::Saved,
        messages,
        php::arguments::spawn_point,
    },
    zend::{
        Call, Callable, Object, Outcome, Param, Signature, Thrown, Tracer, Type, Value,
        entry::FunctionEntry, exception, function,
    },
};
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Map,
    Catch,
    Finally,
}

/// A Future that is derived from one that is not completed.
pub(in crate::runtime::php) struct Link {
    kind: Kind,
    callback: Callable,
    derived: Rc<Core>,
    engine: Saved,
    place: SpawnPoint,
}

impl Link {
    pub(in crate::runtime::php) fn trace(&self, tracer: &mut Tracer) {
        self.callback.trace(tracer);
    }

    /// The source is completed: its result passes on, or goes to the callback in a coroutine of its own.
    fn follow(self, source: &Core) {
        let error = source.completion.error();
        let applies = match self.kind {
            Kind::Map => error.is_none(),
            Kind::Catch => error.is_some(),
            Kind::Finally => true,
        };
        // The error is delivered to the callback, or becomes the derived Future's.
        source.completion.needs_no_observer();
        let result = match error {
            Some(error) => Err(error),
            None => Ok(source.completion.value().unwrap_or(Value::null())),
        };
        let is_lost = result.is_err() && self.derived.is_gone();
        let is_over = if applies || is_lost { refusal_to_spawn() } else { None };
        if !(applies || is_lost) || is_over.is_some() {
            let result = match is_over {
                Some(error) if applies => Err(not_called(error, result)),
                _ => result,
            };
            let place = self.place;
            self.derived.fix(fixed(result), place);
            return;
        }
        let Link { kind, callback, derived, engine, place } = self;
        let completed_at = place.clone();
        let body = move || {
            if applies {
                run(kind, &callback, result, &derived, completed_at)
            } else {
                complete(&derived, result, completed_at)
            }
        };
        // In the main scope: what is cancelled before it begins would leave the derived Future open.
        let work = Work::Native(Box::new(body));
        scheduler::spawn_in(None, Importance::User, work, engine, place);
    }
}

/// Why a coroutine that is spawned now would not run any more.
fn refusal_to_spawn() -> Option<Object> {
    let aside = exception::InFlight::put_aside();
    let ensured = match scheduler::is_over() {
        true => Err(exception::throw_error(&messages::AFTER_THE_END)),
        false => spawning::ensure_drain(),
    };
    let refusal = ensured.err().and_then(|_| exception::take());
    aside.restore();
    refusal
}

/// The error of a derived Future whose callback was to be called, with that of its source behind it.
fn not_called(refusal: Object, result: Result<Value, Object>) -> Object {
    if let Err(error) = result {
        exception::chain(&refusal, error);
    }
    refusal
}

fn fixed(result: Result<Value, Object>) -> Fixed {
    match result {
        Ok(value) => Fixed::Value(value),
        Err(error) => Fixed::Error(error),
    }
}

/// Calls back, and fixes the derived Future.
fn run(
    kind: Kind,
    callback: &Callable,
    result: Result<Value, Object>,
    derived: &Core,
    place: SpawnPoint,
) -> Outcome {
    let argument = match &result {
        Ok(value) => value.clone(),
        Err(error) => Value::object(error.clone()),
    };
    let outcome = match callback.call(&[argument]) {
        Ok(value) if kind != Kind::Finally => Ok(value),
        Ok(value) => {
            drop(value);
            result
        }
        Err(Thrown::Bailout) => return Err(Thrown::Bailout),
        Err(Thrown::Exception) => {
            let Some(thrown) = exception::take() else { return Ok(()) };
            if exception::is_exit(&thrown) {
                return Err(exception::throw_object(thrown));
            }
            if let (Kind::Finally, Err(error)) = (kind, result) {
                if error != thrown {
                    exception::chain(&thrown, error);
                }
            }
            Err(thrown)
        }
    };
    complete(derived, outcome, place)
}

/// Fixes the derived Future. If that is gone, an error of it was seen by nobody (SPEC 42.10).
fn complete(derived: &Core, result: Result<Value, Object>, place: SpawnPoint) -> Outcome {
    derived.fix(fixed(result), place);
    if derived.is_gone() {
        derived.warn_of_error();
    }
    exception::check()
}

fn derive(call: &mut Call, kind: Kind) -> Outcome {
    call.expect_args(1, 1)?;
    let callback = call.callable(0)?;
    let source = future::this(call)?;
    source.mark_used();
    let derived = Core::new(spawn_point(call));
    let (engine, place) = (Saved::for_spawned(), spawn_point(call));
    let object = future::object_for(derived.clone())?;
    let link = Link { kind, callback, derived, engine, place };
    if source.completion.is_fixed() {
        link.follow(&source);
    } else {
        let first = source.links.borrow().is_empty();
        source.links.borrow_mut().push(link);
        if first {
            let source = Rc::downgrade(&source);
            let follow = move || {
                let Some(source) = source.upgrade() else { return };
                let links = source.links.take();
                links.into_iter().for_each(|link| link.follow(&source));
            };
            future::this(call)?.completion.then(Box::new(follow));
        }
    }
    call.returns(Value::object(object));
    Ok(())
}

pub(in crate::runtime::php) fn methods() -> [FunctionEntry; 3] {
    let future = Type::object(c"Async\\Future");
    let map = const { &[Param::required(c"map", Type::CALLABLE)] };
    let catch = const { &[Param::required(c"catch", Type::CALLABLE)] };
    let finally = const { &[Param::required(c"finally", Type::CALLABLE)] };
    [
        function(c"map", |call| derive(call, Kind::Map), Signature::new(map, future)),
        function(c"catch", |call| derive(call, Kind::Catch), Signature::new(catch, future)),
        function(c"finally", |call| derive(call, Kind::Finally), Signature::new(finally, future)),
    ]
}
