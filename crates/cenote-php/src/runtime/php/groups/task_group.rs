//! `Async\TaskGroup` and `Async\TaskSet` (SPEC 40).

use super::{
    answers::Wanted,
    tasks::{Core, empty_group},
};
use crate::{
    runtime::{
        coroutines::{
            completion::Held,
            coroutine::Arguments,
            scheduler,
            scope::{self, Data},
        },
        errors::exceptions,
        life::scope_ends,
        php::messages,
        php::{
            arguments::{spawn_point, token_argument},
            awaits::awaiting::{self, Awaiting, Source},
            scope_class,
        },
    },
    zend::{
        Call, Class, ClassBuilder, ClassRef, Message, Object, Outcome, Param, Signature, Thrown,
        Tracer, Type, Value,
        array::Key,
        cursor::{self, Cursor, Iterable, MakeCursor},
        entry::FunctionEntry,
        exception, function,
        object::Native,
        sys,
    },
};
use cenote_tasks::{group::Group, scope::End};
use std::{cell::RefCell, ffi::CStr, ptr::NonNull, rc::Rc};

/// The Rust half of both classes; `SET` tells them apart.
pub(in crate::runtime::php) struct Tasks<const SET: bool> {
    core: RefCell<Option<Rc<Core>>>,
}

static GROUP: Class<Tasks<false>> = Class::new();
static SET: Class<Tasks<true>> = Class::new();

/// What differs between the two in the engine's tables.
trait Kind: Native {
    const NAME: &'static CStr;
    const IS_SET: bool;
    fn core(&self) -> &RefCell<Option<Rc<Core>>>;
}

macro_rules! kind {
    ($is_set:literal, $class:ident, $name:literal) => {
        impl Kind for Tasks<$is_set> {
            const NAME: &'static CStr = $name;
            const IS_SET: bool = $is_set;

            fn core(&self) -> &RefCell<Option<Rc<Core>>> {
                &self.core
            }
        }

        impl Native for Tasks<$is_set> {
            const HAS_DESTRUCTOR: bool = true;

            fn blank() -> Self {
                Tasks { core: RefCell::new(None) }
            }

            fn class() -> &'static Class<Self> {
                &$class
            }

            fn trace(&self, tracer: &mut Tracer) {
                if let Some(core) = &*self.core.borrow() {
                    if Rc::strong_count(core) == 1 {
                        core.trace(tracer);
                    }
                }
            }

            fn destruct(&self, this: &Object) {
                let core = self.core.borrow().clone();
                if let Some(core) = core {
                    let _ = dropped(&core, this);
                }
            }
        }
    };
}

kind!(false, GROUP, c"Async\\TaskGroup");
kind!(true, SET, c"Async\\TaskSet");

impl<const SET: bool> Drop for Tasks<SET> {
    fn drop(&mut self) {
        if let Some(core) = self.core.get_mut() {
            core.object.set(None);
        }
    }
}

/// The last reference to the object goes.
fn dropped(core: &Rc<Core>, object: &Object) -> Outcome {
    if core.has_finally() {
        core.keep(object);
    }
    core.abandon();
    core.drop_waiting();
    if core.is_finished() && core.scope.is_empty() {
        return Ok(());
    }
    let aside = exception::InFlight::put_aside();
    let ended = exception::create(exceptions::cancellation(), &messages::GROUP_DROPPED)
        .and_then(|error| scope_ends::end(&core.scope, End::Dispose, false, &error));
    aside.restore();
    ended
}

fn core_of<T: Kind>(native: &T) -> Result<Rc<Core>, Thrown> {
    let core = native.core().borrow().clone();
    core.ok_or_else(|| {
        let name = T::NAME.to_string_lossy();
        exception::throw_error(&messages::not_initialised(&name))
    })
}

fn this<T: Kind>(call: &Call) -> Result<Rc<Core>, Thrown> {
    // SAFETY: the method table is that of the class.
    core_of(unsafe { T::class().native(call.this()) })
}

/// An int from 0 to the largest of 32 bits without a sign, or null.
fn bounded(call: &Call, index: u32) -> Result<Option<usize>, Thrown> {
    let Some(given) = call.optional_int(index)? else { return Ok(None) };
    if (0..=i64::from(u32::MAX)).contains(&given) {
        return Ok(Some(given as usize));
    }
    Err(exception::argument_value_error(index + 1, &messages::between(i64::from(u32::MAX))))
}

fn construct<T: Kind>(call: &mut Call) -> Outcome {
    call.expect_args(0, 3)?;
    let (concurrency, limit) = (bounded(call, 0)?, bounded(call, 1)?);
    let (parent, above) = match call.optional_object(2, scope_class::class())? {
        Some(object) => {
            // SAFETY: an argument is alive during the call.
            let object = unsafe { Object::from_borrowed(object) };
            let scope = scope_class::scope_of(&object).expect("checked")?;
            if scope.is_disposed() {
                let text = &messages::GROUP_OF_DISPOSED_SCOPE;
                return Err(exception::throw(exceptions::async_exception(), text));
            }
            (scope, Some(object))
        }
        None => (scope::current(), None),
    };
    // SAFETY: the method table is that of the class.
    let native = unsafe { T::class().native(call.this()) };
    if native.core().borrow().is_some() {
        return Err(exception::throw_error(&messages::GROUP_CONSTRUCTED_TWICE));
    }
    let rules = Group::new(concurrency.unwrap_or(0), limit);
    let core = Core::new(T::IS_SET, rules, parent.child(Data::default()), above);
    core.object.set(NonNull::new(call.this()));
    native.core().replace(Some(core));
    Ok(())
}

fn add<T: Kind>(call: &mut Call, key: Option<Key>, task: u32) -> Outcome {
    let core = this::<T>(call)?;
    let callable = call.callable(task)?;
    let positional = (task + 1..call.count()).map(|index| call.value(index)).collect();
    let arguments = Arguments { positional, named: call.named_args().map(Box::new) };
    core.spawn(key, callable, arguments, spawn_point(call))
}

fn spawn<T: Kind>(call: &mut Call) -> Outcome {
    call.expect_args(1, u32::MAX)?;
    add::<T>(call, None, 0)
}

fn spawn_with_key<T: Kind>(call: &mut Call) -> Outcome {
    call.expect_args(2, u32::MAX)?;
    let key = key(call)?;
    add::<T>(call, Some(key), 1)
}

fn key(call: &Call) -> Result<Key, Thrown> {
    let given = call.value(0);
    if let Some(index) = given.as_int() {
        return Ok(Key::Index(index));
    }
    let Some(name) = given.as_bytes() else {
        let text = messages::task_key_of_type(given.type_name());
        return Err(exception::argument_error(ClassRef::type_error(), 1, &text));
    };
    // What an array takes for an int, is one.
    let text = std::str::from_utf8(name).ok();
    let index = text.and_then(|text| text.parse::<i64>().ok().filter(|n| n.to_string() == text));
    Ok(index.map_or_else(|| Key::Name(name.to_vec()), Key::Index))
}

fn all<T: Kind>(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let ignore_errors = call.count() > 0 && call.bool(0)?;
    let future = this::<T>(call)?.future(Wanted::All { ignore_errors }, spawn_point(call))?;
    call.returns(future);
    Ok(())
}

fn first<T: Kind>(call: &mut Call, wanted: Wanted) -> Outcome {
    call.expect_args(0, 0)?;
    let core = this::<T>(call)?;
    if core.is_empty() {
        let text = empty_group(wanted == Wanted::Any);
        return Err(exception::throw(exceptions::async_exception(), &text));
    }
    let future = core.future(wanted, spawn_point(call))?;
    call.returns(future);
    Ok(())
}

fn get_results(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let results = this::<Tasks<false>>(call)?.results()?;
    call.returns(Value::array(results));
    Ok(())
}

fn get_errors(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let errors = this::<Tasks<false>>(call)?.errors()?;
    call.returns(Value::array(errors));
    Ok(())
}

fn suppress_errors(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    this::<Tasks<false>>(call)?.suppress_errors();
    Ok(())
}

fn cancel<T: Kind>(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let core = this::<T>(call)?;
    let error = scope_class::cancellation_argument(call, 0, &messages::GROUP_CANCELLED)?;
    core.suppress_errors();
    core.drop_waiting();
    scope_ends::end(&core.scope, End::Cancel, false, &error)
}

fn close<T: Kind>(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    this::<T>(call)?.close();
    Ok(())
}

fn dispose<T: Kind>(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let core = this::<T>(call)?;
    let error = exception::create(exceptions::cancellation(), &messages::GROUP_DISPOSED)?;
    scope_ends::end(&core.scope, End::Dispose, false, &error)
}

fn answer<T: Kind>(call: &mut Call, question: fn(&Core) -> Value) -> Outcome {
    call.expect_args(0, 0)?;
    let answer = question(&*this::<T>(call)?);
    call.returns(answer);
    Ok(())
}

fn await_completion<T: Kind>(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let token = token_argument(call, 0, awaiting::completable())?;
    let core = this::<T>(call)?;
    if !core.is_closed() {
        let text = &messages::GROUP_NOT_CLOSED;
        return Err(exception::throw(exceptions::async_exception(), text));
    }
    let settled = core.settled();
    if settled.is_fixed() {
        return Ok(());
    }
    let me = scheduler::running();
    let _shown = Awaiting::one(&me, core.what(), Held::Alone(settled.clone()));
    settled.add_waiter(me.id, None);
    let waited = awaiting::wait(|| settled.fixed_in(), token.as_ref());
    settled.remove_waiter(me.id);
    waited
}

fn finally<T: Kind>(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let callback = call.callable(0)?;
    // SAFETY: `$this` of a running method.
    let object = unsafe { Object::from_borrowed(call.this()) };
    this::<T>(call)?.at_the_end(callback, &object)
}

fn get_iterator(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    Err(exception::throw_error(&messages::GROUP_ITERATOR))
}

/// A `foreach` over a group.
struct Delivering {
    core: Rc<Core>,
    _group: Object,
    given: usize,
}

impl Cursor for Delivering {
    fn advance(&mut self) -> Result<Option<(Value, Value)>, Thrown> {
        let next = self.core.next_entry(self.given)?;
        self.given += 1;
        Ok(next)
    }
}

/// One over a group that cannot be used.
struct Nothing;

impl Cursor for Nothing {
    fn advance(&mut self) -> Result<Option<(Value, Value)>, Thrown> {
        Err(exception::throw_error(&messages::GROUP_ITERATOR))
    }
}

impl<T: Kind> Iterable for T {
    const BY_REFERENCE: Message = messages::GROUP_BY_REFERENCE;
    const CURSOR: MakeCursor = |group| {
        // SAFETY: the engine asks for an iterator of a live object of the class.
        let (core, group) = unsafe {
            (T::class().native(group).core().borrow().clone(), Object::from_borrowed(group))
        };
        match core {
            Some(core) => Box::new(Delivering { core, _group: group, given: 0 }),
            None => Box::new(Nothing),
        }
    };
}

/// # Safety
/// A live object of the class.
unsafe fn source<T: Kind>(object: *mut sys::zend_object) -> Result<Source, Thrown> {
    // SAFETY: by the contract.
    let core = core_of(unsafe { T::class().native(object) })?;
    Ok(Source::new(core.what(), Held::Alone(core.settled())))
}

const SCOPE: Type = Type::object(c"Async\\Scope");
const FUTURE: Type = Type::object(c"Async\\Future");
const TASK: Param = Param::required(c"task", Type::CALLABLE);
const ARGS: Param = Param::variadic(c"args", Type::MIXED);
const NOTHING: Signature = Signature::new(&[], Type::VOID);
const BOOL: Signature = Signature::new(&[], Type::BOOL);
const ALL: Signature =
    Signature::new(const { &[Param::optional(c"ignoreErrors", Type::BOOL, c"false")] }, FUTURE);
const FIRST: Signature = Signature::new(&[], FUTURE);

fn common<T: Kind>() -> Vec<FunctionEntry> {
    let limits = const {
        &[
            Param::optional(c"concurrency", Type::INT.or_null(), c"null"),
            Param::optional(c"queueLimit", Type::INT.or_null(), c"null"),
            Param::optional(c"scope", SCOPE.or_null(), c"null"),
        ]
    };
    let keyed = const { &[Param::required(c"key", Type::STRING_OR_INT), TASK, ARGS] };
    let token = const {
        &[Param::optional(c"cancellation", Type::object(c"Async\\Completable").or_null(), c"null")]
    };
    let callback = const { &[Param::required(c"callback", Type::CALLABLE)] };
    vec![
        function(c"__construct", construct::<T>, Signature::new(limits, Type::NONE)),
        function(c"spawn", spawn::<T>, Signature::new(const { &[TASK, ARGS] }, Type::VOID)),
        function(c"spawnWithKey", spawn_with_key::<T>, Signature::new(keyed, Type::VOID)),
        function(c"cancel", cancel::<T>, awaiting::CANCEL),
        function(c"close", close::<T>, NOTHING),
        function(c"dispose", dispose::<T>, NOTHING),
        function(
            c"isFinished",
            |call| answer::<T>(call, |core| Value::bool(core.is_finished())),
            BOOL,
        ),
        function(c"isClosed", |call| answer::<T>(call, |core| Value::bool(core.is_closed())), BOOL),
        function(
            c"count",
            |call| answer::<T>(call, |core| Value::int(core.rules.borrow().count() as i64)),
            Signature::new(&[], Type::INT),
        ),
        function(c"awaitCompletion", await_completion::<T>, Signature::new(token, Type::VOID)),
        function(c"finally", finally::<T>, Signature::new(callback, Type::VOID)),
        function(c"getIterator", get_iterator, Signature::new(&[], Type::object(c"Iterator"))),
    ]
}

fn register_kind<T: Kind>(own: impl IntoIterator<Item = FunctionEntry>) {
    let class = ClassBuilder::new(T::NAME)
        .methods(common::<T>())
        .methods(own)
        .implements(awaiting::awaitable())
        .implements(ClassRef::aggregate())
        .implements(ClassRef::countable())
        .sealed()
        .register();
    T::class().bind(class);
    cursor::make_iterable::<T>(class);
    awaiting::register_kind(class, source::<T>);
}

pub(in crate::runtime::php) fn register() {
    type G = Tasks<false>;
    type S = Tasks<true>;
    let list = Signature::new(&[], Type::ARRAY);
    register_kind::<G>([
        function(c"all", all::<G>, ALL),
        function(c"race", |call| first::<G>(call, Wanted::Race), FIRST),
        function(c"any", |call| first::<G>(call, Wanted::Any), FIRST),
        function(c"getResults", get_results, list),
        function(c"getErrors", get_errors, list),
        function(c"suppressErrors", suppress_errors, NOTHING),
    ]);
    register_kind::<S>([
        function(c"joinAll", all::<S>, ALL),
        function(c"joinNext", |call| first::<S>(call, Wanted::Race), FIRST),
        function(c"joinAny", |call| first::<S>(call, Wanted::Any), FIRST),
    ]);
}
