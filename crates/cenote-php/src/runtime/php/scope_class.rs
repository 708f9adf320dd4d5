//! `Async\Scope` (SPEC 38).

use super::{
    arguments::{spawn_point, task, token_argument},
    awaits::awaiting::{self, Awaited, Awaiting},
};
use crate::{
    runtime::{
        coroutines::{
            completion::{Held, What},
            coroutine::{Coroutine, Importance},
            scheduler,
            scope::{self, Data, Scope, Until, Waiting},
            spawning,
        },
        engine::engine_state::Saved,
        errors::exceptions,
        life::scope_ends,
        php::messages,
        process::clock::precise_now,
    },
    zend::{
        Array, Call, Callable, Class, ClassBuilder, Object, Outcome, Param, Signature, Thrown,
        Tracer, Type, Value, exception, function, object::Native,
    },
};
use cenote_tasks::scope::End;
use std::{
    cell::{Cell, RefCell},
    ptr::NonNull,
    rc::Rc,
    time::Duration,
};

pub(super) struct ScopeObject {
    /// `None` until the constructor has run.
    scope: RefCell<Option<Scope>>,
    /// The scope ends with the object.
    owns: Cell<bool>,
}

static CLASS: Class<ScopeObject> = Class::new();

impl Native for ScopeObject {
    const HAS_DESTRUCTOR: bool = true;

    fn blank() -> Self {
        ScopeObject { scope: RefCell::new(None), owns: Cell::new(false) }
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        if let Some(scope) = &*self.scope.borrow() {
            if scope.holders() == 1 {
                scope.data().trace(tracer);
            }
        }
    }

    fn destruct(&self, this: &Object) {
        let scope = self.scope.borrow().clone();
        if let Some(scope) = scope.filter(|_| self.owns.replace(false)) {
            scope_ends::dropped(&scope, this);
        }
    }
}

impl Drop for ScopeObject {
    fn drop(&mut self) {
        if let Some(scope) = self.scope.get_mut() {
            scope.data().object.set(None);
        }
    }
}

impl ScopeObject {
    fn become_that_of(&self, scope: Scope, this: &Object, owns: bool) {
        scope.data().object.set(NonNull::new(this.as_ptr()));
        self.owns.set(owns);
        self.scope.replace(Some(scope));
    }
}

/// The object of a scope; one that does not own it, if it has none.
pub(crate) fn object_of(scope: &Scope) -> Result<Object, Thrown> {
    match scope.data().object.get() {
        // SAFETY: cleared when the object is freed.
        Some(object) => Ok(unsafe { Object::from_borrowed(object.as_ptr()) }),
        None => make(scope.clone(), false),
    }
}

fn make(scope: Scope, owns: bool) -> Result<Object, Thrown> {
    let made = CLASS.instantiate(ScopeObject::blank())?;
    // SAFETY: just made.
    unsafe { CLASS.native(made.as_ptr()) }.become_that_of(scope, &made, owns);
    Ok(made)
}

/// The scope of an object, if it is a Scope.
pub(super) fn scope_of(object: &Object) -> Option<Result<Scope, Thrown>> {
    (object.class() == CLASS.class_ref()).then(|| {
        // SAFETY: a live object of that class.
        let scope = unsafe { CLASS.native(object.as_ptr()) }.scope.borrow().clone();
        scope.ok_or_else(|| exception::throw_error(&messages::not_initialised("Async\\Scope")))
    })
}

pub(super) fn class() -> crate::zend::ClassRef {
    CLASS.class_ref()
}

fn this(call: &Call) -> Result<Scope, Thrown> {
    // SAFETY: the method table is that of Scope; `$this` lives through the call.
    let scope = unsafe { CLASS.native(call.this()) }.scope.borrow().clone();
    scope.ok_or_else(|| exception::throw_error(&messages::not_initialised("Async\\Scope")))
}

fn returns_this(call: &mut Call) -> Outcome {
    // SAFETY: `$this` of a running method.
    call.returns(Value::object(unsafe { Object::from_borrowed(call.this()) }));
    Ok(())
}

fn construct(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    // SAFETY: `$this` of a running method of that class.
    let (native, this) = unsafe { (CLASS.native(call.this()), Object::from_borrowed(call.this())) };
    if native.scope.borrow().is_some() {
        return Err(exception::throw_error(&messages::SCOPE_CONSTRUCTED_TWICE));
    }
    native.become_that_of(Scope::root(false, Data::default()), &this, true);
    Ok(())
}

fn inherit(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let parent = match call.optional_object(0, CLASS.class_ref())? {
        // SAFETY: an argument is alive during the call.
        Some(object) => scope_of(&unsafe { Object::from_borrowed(object) }).expect("checked")?,
        None => scope::current(),
    };
    if parent.is_disposed() {
        return Err(exception::throw(
            exceptions::async_exception(),
            &messages::PARENT_SCOPE_DISPOSED,
        ));
    }
    call.returns(Value::object(make(parent.child(Data::default()), true)?));
    Ok(())
}

fn provide_scope(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    this(call)?;
    returns_this(call)
}

fn set_mode(call: &mut Call, safe: bool) -> Outcome {
    call.expect_args(0, 0)?;
    this(call)?.set_safe(safe);
    returns_this(call)
}

fn spawn(call: &mut Call) -> Outcome {
    call.expect_args(1, u32::MAX)?;
    let scope = this(call)?;
    let coroutine = scoped_task(call, 0, &scope)?;
    call.returns(Value::object(super::object_of(&coroutine)?));
    Ok(())
}

/// The given cancellation, or one of this text.
pub(super) fn cancellation_argument(
    call: &Call,
    index: u32,
    default: &crate::zend::Message,
) -> Result<Object, Thrown> {
    match call.optional_object(index, exceptions::cancellation())? {
        // SAFETY: an argument is alive during the call.
        Some(error) => Ok(unsafe { Object::from_borrowed(error) }),
        None => exception::create(exceptions::cancellation(), default),
    }
}

fn cancel(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let scope = this(call)?;
    let error = cancellation_argument(call, 0, &messages::SCOPE_CANCELLED)?;
    scope_ends::end(&scope, End::Cancel, false, &error)
}

fn dispose(call: &mut Call, safely: bool) -> Outcome {
    call.expect_args(0, 0)?;
    let scope = this(call)?;
    let error = exception::create(exceptions::cancellation(), &messages::SCOPE_CANCELLED)?;
    scope_ends::end(&scope, End::Dispose, safely, &error)
}

fn dispose_after_timeout(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let milliseconds = call.int(0)?;
    if milliseconds < 0 {
        return Err(exception::argument_value_error(1, &messages::NEGATIVE));
    }
    let scope = this(call)?;
    if !scope.is_empty() && !scope.is_closed() {
        let span = Duration::from_millis(milliseconds.unsigned_abs());
        scope_ends::dispose_at(&scope, precise_now() + span);
    }
    Ok(())
}

/// Waiting for one's own end would never end (SPEC 38.13).
fn refuse_inside(scope: &Scope) -> Outcome {
    if scope::current().is_within(scope) {
        return Err(exception::throw(exceptions::async_exception(), &messages::AWAITS_OWN_SCOPE));
    }
    Ok(())
}

fn wait_for(
    scope: &Scope,
    until: Until,
    token: Option<&Awaited>,
    handler: Option<&Callable>,
) -> Outcome {
    let waiting = Waiting::begin(scope, until);
    let me = scheduler::running();
    let _shown = Awaiting::one(&me, What::Scope, Held::open());
    loop {
        awaiting::wait(|| waiting.waiter.called_in(), token)?;
        loop {
            let error = waiting.waiter.errors.borrow_mut().pop_front();
            let Some(error) = error else { break };
            let Some(handler) = handler else { return Err(exception::throw_object(error)) };
            let scope = Value::object(object_of(scope)?);
            handler.call(&[Value::object(error), scope])?;
        }
        if until.is_reached(scope) {
            return Ok(());
        }
        waiting.waiter.goes_on(scope);
    }
}

fn await_completion(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let token = call.object(0, awaiting::awaitable())?;
    // SAFETY: an argument of that type.
    let token = unsafe { Awaited::new(token) }?;
    let scope = this(call)?;
    refuse_inside(&scope)?;
    if scope.is_finished() || scope.is_closed() {
        return Ok(());
    }
    if scope.is_cancelled() {
        return Err(exception::throw(
            exceptions::cancellation(),
            &messages::SCOPE_HAS_BEEN_CANCELLED,
        ));
    }
    wait_for(&scope, Until::Finished, Some(&token), None)
}

fn await_after_cancellation(call: &mut Call) -> Outcome {
    call.expect_args(0, 2)?;
    let handler = call.optional_callable(0)?;
    let token = token_argument(call, 1, awaiting::awaitable())?;
    let scope = this(call)?;
    refuse_inside(&scope)?;
    if !scope.is_cancelled() {
        return Err(exception::throw(
            exceptions::async_exception(),
            &messages::SCOPE_NOT_CANCELLED,
        ));
    }
    wait_for(&scope, Until::Empty, token.as_ref(), handler.as_ref())
}

fn answer(call: &mut Call, question: fn(&Scope) -> bool) -> Outcome {
    call.expect_args(0, 0)?;
    let answer = question(&this(call)?);
    call.returns(Value::bool(answer));
    Ok(())
}

fn set_handler(call: &mut Call, slot: fn(&Data) -> &RefCell<Option<Callable>>) -> Outcome {
    call.expect_args(1, 1)?;
    let handler = call.callable(0)?;
    let scope = this(call)?;
    if scope.is_disposed() {
        return Err(exception::throw(exceptions::async_exception(), &messages::SCOPE_DISPOSED));
    }
    let earlier = slot(scope.data()).replace(Some(handler));
    drop(earlier);
    Ok(())
}

fn finally(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let callback = call.callable(0)?;
    scope_ends::at_the_end(&this(call)?, callback)
}

fn get_child_scopes(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let children = this(call)?.children();
    let mut list = Array::with_capacity(children.len())?;
    for object in children.iter().filter_map(|child| child.data().object.get()) {
        // SAFETY: cleared when the object is freed.
        list.push(Value::object(unsafe { Object::from_borrowed(object.as_ptr()) }))?;
    }
    call.returns(Value::array(list));
    Ok(())
}

const SCOPE: Type = Type::object(c"Async\\Scope");
const SELF: Signature = Signature::new(&[], SCOPE);
const NOTHING: Signature = Signature::new(&[], Type::VOID);
const BOOL: Signature = Signature::new(&[], Type::BOOL);
const AWAITABLE: Type = Type::object(c"Async\\Awaitable");
const HANDLER: Signature =
    Signature::new(const { &[Param::required(c"exceptionHandler", Type::CALLABLE)] }, Type::VOID);

pub(super) fn register() {
    let parent = const { &[Param::optional(c"parentScope", SCOPE.or_null(), c"null")] };
    let class = ClassBuilder::new(c"Async\\Scope")
        .method(function(c"__construct", construct, Signature::new(&[], Type::NONE)))
        .method(function(c"inherit", inherit, Signature::new(parent, SCOPE)).of_class())
        .method(function(c"provideScope", provide_scope, SELF))
        .method(function(c"asNotSafely", |call| set_mode(call, false), SELF))
        .method(function(c"allowZombies", |call| set_mode(call, true), SELF))
        .method(function(
            c"spawn",
            spawn,
            Signature::new(
                const {
                    &[
                        Param::required(c"callable", Type::CALLABLE),
                        Param::variadic(c"params", Type::MIXED),
                    ]
                },
                Type::object(c"Async\\Coroutine"),
            ),
        ))
        .method(function(
            c"cancel",
            cancel,
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
        ))
        .method(function(
            c"awaitCompletion",
            await_completion,
            Signature::new(const { &[Param::required(c"cancellation", AWAITABLE)] }, Type::VOID),
        ))
        .method(function(
            c"awaitAfterCancellation",
            await_after_cancellation,
            Signature::new(
                const {
                    &[
                        Param::optional(c"errorHandler", Type::CALLABLE.or_null(), c"null"),
                        Param::optional(c"cancellation", AWAITABLE.or_null(), c"null"),
                    ]
                },
                Type::VOID,
            ),
        ))
        .method(function(c"isFinished", |call| answer(call, Scope::is_finished), BOOL))
        .method(function(c"isClosed", |call| answer(call, Scope::is_closed), BOOL))
        .method(function(c"isCancelled", |call| answer(call, Scope::is_cancelled), BOOL))
        .method(function(
            c"setExceptionHandler",
            |call| set_handler(call, |data| &data.handler),
            HANDLER,
        ))
        .method(function(
            c"setChildScopeExceptionHandler",
            |call| set_handler(call, |data| &data.child_handler),
            HANDLER,
        ))
        .method(function(
            c"finally",
            finally,
            Signature::new(const { &[Param::required(c"callback", Type::CALLABLE)] }, Type::VOID),
        ))
        .method(function(c"dispose", |call| dispose(call, false), NOTHING))
        .method(function(c"disposeSafely", |call| dispose(call, true), NOTHING))
        .method(function(
            c"disposeAfterTimeout",
            dispose_after_timeout,
            Signature::new(const { &[Param::required(c"timeout", Type::INT)] }, Type::VOID),
        ))
        .method(function(c"getChildScopes", get_child_scopes, Signature::new(&[], Type::ARRAY)))
        .implements(super::spawn_with::scope_provider())
        .sealed()
        .register();
    CLASS.bind(class);
}

/// Whether the program may spawn in it.
pub(super) fn expect_open(scope: &Scope) -> Outcome {
    if scope.refuses() {
        return Err(exception::throw(exceptions::async_exception(), &messages::SCOPE_CLOSED));
    }
    if scheduler::is_over() {
        return Err(exception::throw_error(&messages::AFTER_THE_END));
    }
    Ok(())
}

/// Spawns the callable at `index`, with the arguments that follow it, in a scope that the program names.
pub(super) fn scoped_task(call: &Call, index: u32, scope: &Scope) -> Result<Rc<Coroutine>, Thrown> {
    let work = task(call, index)?;
    expect_open(scope)?;
    spawning::ensure_drain()?;
    let (engine, place) = (Saved::for_spawned(), spawn_point(call));
    Ok(scheduler::spawn_in(scope::entered(scope), Importance::User, work, engine, place))
}
