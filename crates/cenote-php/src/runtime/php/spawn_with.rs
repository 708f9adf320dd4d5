//! `Async\spawn_with()`: a coroutine in a scope that somebody else provides (SPEC 38.17).

use super::{
    arguments::{spawn_point, task},
    scope_class,
};
use crate::{
    runtime::{
        coroutines::{
            coroutine::{Coroutine, Importance, Request},
            scheduler,
            scope::{self, Scope},
            spawning,
        },
        engine::engine_state::Saved,
        errors::exceptions,
        life::lifecycle,
        php::messages,
    },
    zend::{
        Call, ClassBuilder, ClassRef, Object, Outcome, Param, Signature, Thrown, Type, Value,
        entry::FunctionEntry, exception, function, started::PerStart,
    },
};
use std::rc::Rc;

static SCOPE_PROVIDER: PerStart<ClassRef> = PerStart::new();
static SPAWN_STRATEGY: PerStart<ClassRef> = PerStart::new();

pub(super) fn scope_provider() -> ClassRef {
    *SCOPE_PROVIDER.get().expect("registered at module start-up")
}

pub(super) fn register_interfaces() {
    const SCOPE: Type = Type::object(c"Async\\Scope");
    const BOTH: &[Param] = &[
        Param::required(c"coroutine", Type::object(c"Async\\Coroutine")),
        Param::required(c"scope", SCOPE),
    ];
    let provider = ClassBuilder::new(c"Async\\ScopeProvider")
        .abstract_method(c"provideScope", Signature::new(&[], SCOPE.or_null()))
        .register_interface();
    let strategy = ClassBuilder::new(c"Async\\SpawnStrategy")
        .implements(provider)
        .abstract_method(c"beforeCoroutineEnqueue", Signature::new(BOTH, Type::ARRAY))
        .abstract_method(c"afterCoroutineEnqueue", Signature::new(BOTH, Type::VOID))
        .register_interface();
    SCOPE_PROVIDER.set(provider);
    SPAWN_STRATEGY.set(strategy);
}

pub(super) fn functions() -> [FunctionEntry; 1] {
    let parameters = const {
        &[
            Param::required(c"provider", Type::object(c"Async\\ScopeProvider")),
            Param::required(c"task", Type::CALLABLE),
            Param::variadic(c"args", Type::MIXED),
        ]
    };
    let signature = Signature::new(parameters, Type::object(c"Async\\Coroutine"));
    [function(c"Async\\spawn_with", spawn_with, signature)]
}

/// The scope that `provider` names, and the object that has to be kept for its sake.
fn provided(provider: &Object) -> Result<(Scope, Option<Object>), Thrown> {
    if let Some(scope) = scope_class::scope_of(provider) {
        return Ok((scope?, None));
    }
    let method = provider.class().public_method("providescope").expect("by the interface");
    let given = method.call(provider, &mut [])?;
    let Some(object) = given.as_object() else { return Ok((scope::current(), None)) };
    // SAFETY: `given` holds the object.
    let object = unsafe { Object::from_borrowed(object) };
    drop(given);
    let Some(scope) = scope_class::scope_of(&object) else {
        return Ok((scope::current(), None));
    };
    // One that nobody else holds would end here, before its coroutine has begun.
    // SAFETY: a live object's count.
    let is_ours_alone = unsafe { (*object.as_ptr()).gc.refcount } == 1;
    Ok((scope?, is_ours_alone.then_some(object)))
}

fn spawn_with(call: &mut Call) -> Outcome {
    call.expect_args(2, u32::MAX)?;
    let provider = call.object(0, scope_provider())?;
    // SAFETY: an argument is alive during the call.
    let provider = unsafe { Object::from_borrowed(provider) };
    let work = task(call, 1)?;
    let (scope, kept) = provided(&provider)?;
    scope_class::expect_open(&scope)?;
    spawning::ensure_drain()?;
    let coroutine = scheduler::spawn_in(
        scope::entered(&scope),
        Importance::User,
        work,
        Saved::for_spawned(),
        spawn_point(call),
    );
    coroutine.keeps.replace(kept);
    if provider.instance_of(*SPAWN_STRATEGY.get().expect("registered at module start-up")) {
        enqueue_by(&provider, &coroutine, &scope)?;
    }
    call.returns(Value::object(super::object_of(&coroutine)?));
    Ok(())
}

/// The strategy sees the coroutine before and after it is queued.
fn enqueue_by(strategy: &Object, coroutine: &Rc<Coroutine>, scope: &Scope) -> Outcome {
    scheduler::with(|scheduler| scheduler.hold_new(coroutine));
    let tell = |method: &str| {
        let method = strategy.class().public_method(method).expect("by the interface");
        let coroutine = Value::object(super::object_of(coroutine)?);
        let scope = Value::object(scope_class::object_of(scope)?);
        method.call(strategy, &mut [coroutine, scope])
    };
    if let Err(thrown) = tell("beforecoroutineenqueue") {
        if thrown == Thrown::Exception {
            let aside = exception::InFlight::put_aside();
            let never = exception::create(exceptions::cancellation(), &messages::CANCELLED);
            if let Ok(never) = never {
                lifecycle::end_unstarted(coroutine, Request::Throw(never));
            }
            aside.restore();
        }
        return Err(thrown);
    }
    scheduler::with(|scheduler| scheduler.queue_new(coroutine));
    tell("aftercoroutineenqueue").map(drop)
}
