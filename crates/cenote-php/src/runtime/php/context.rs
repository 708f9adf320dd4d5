//! `Async\Context`: values that belong to a scope or to a coroutine (SPEC 39).

use super::arguments::no_arguments;
use crate::{
    runtime::{
        coroutines::{
            coroutine::Coroutine,
            fiber_flows,
            scope::{self, Scope},
        },
        errors::exceptions,
        php::messages,
    },
    zend::{
        Call, Class, ClassBuilder, ClassRef, Message, Object, Outcome, Param, Signature, Thrown,
        Tracer, Type, Value, entry::FunctionEntry, exception, function, object::Native,
    },
};
use std::{cell::RefCell, collections::HashMap};

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Name(Vec<u8>),
    /// The address of an object, which the entry keeps alive.
    Identity(usize),
}

struct Entry {
    /// The object that is the key.
    key: Option<Object>,
    value: Value,
}

#[derive(Default)]
pub(super) struct Context {
    entries: RefCell<HashMap<Key, Entry>>,
    /// Where to look for what is not here; `None`: nowhere.
    above: RefCell<Option<Scope>>,
}

static CLASS: Class<Context> = Class::new();

impl Native for Context {
    fn blank() -> Self {
        Context::default()
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        for entry in self.entries.borrow().values() {
            tracer.value(&entry.value);
            if let Some(key) = &entry.key {
                tracer.object(key);
            }
        }
    }
}

fn make(above: Option<Scope>) -> Result<Object, Thrown> {
    CLASS.instantiate(Context { above: RefCell::new(above), ..Context::default() })
}

/// The context of a scope, made when it is first asked for.
fn of_scope(scope: &Scope) -> Result<Object, Thrown> {
    remembered(&scope.data().context, scope.parent().cloned())
}

/// A coroutine's own context, likewise.
pub(super) fn of_coroutine(coroutine: &Coroutine) -> Result<Object, Thrown> {
    if let Some(known) = coroutine.context_object.with(|known| known.cloned()) {
        return Ok(known);
    }
    let made = make(None)?;
    coroutine.context_object.replace(Some(made.clone()));
    Ok(made)
}

fn remembered(slot: &RefCell<Option<Object>>, above: Option<Scope>) -> Result<Object, Thrown> {
    if let Some(known) = &*slot.borrow() {
        return Ok(known.clone());
    }
    let made = make(above)?;
    slot.replace(Some(made.clone()));
    Ok(made)
}

/// # Safety
/// A live Context.
unsafe fn native<'a>(object: *mut crate::zend::sys::zend_object) -> &'a Context {
    // SAFETY: by the contract.
    unsafe { CLASS.native(object) }
}

fn this<'a>(call: &Call) -> &'a Context {
    // SAFETY: the method table is that of Context; `$this` lives through the call.
    unsafe { native(call.this()) }
}

fn key(call: &Call) -> Result<(Key, Value), Thrown> {
    let given = call.value(0);
    if let Some(object) = given.as_object() {
        return Ok((Key::Identity(object as usize), given));
    }
    if let Some(name) = given.as_bytes() {
        return Ok((Key::Name(name.to_vec()), given));
    }
    let text = messages::context_key_of_type(given.type_name());
    Err(exception::argument_error(ClassRef::type_error(), 1, &text))
}

impl Context {
    fn local(&self, key: &Key) -> Option<Value> {
        self.entries.borrow().get(key).map(|entry| entry.value.clone())
    }

    fn found(&self, key: &Key) -> Option<Value> {
        self.local(key).or_else(|| {
            let above = self.above.borrow();
            let contexts = above.iter().flat_map(Scope::upwards);
            contexts.filter_map(|scope| scope.data().context.borrow().clone()).find_map(|context| {
                // SAFETY: only Contexts are kept there, and we hold it.
                unsafe { native(context.as_ptr()) }.local(key)
            })
        })
    }
}

type Look = fn(&Context, &Key) -> Option<Value>;

fn find(call: &mut Call, look: Look) -> Outcome {
    call.expect_args(1, 1)?;
    let found = look(this(call), &key(call)?.0);
    call.returns(found.unwrap_or(Value::null()));
    Ok(())
}

fn get(call: &mut Call, look: Look) -> Outcome {
    call.expect_args(1, 1)?;
    let (key, given) = key(call)?;
    let Some(found) = look(this(call), &key) else {
        return Err(exception::throw(exceptions::context(), &missing(&key, &given)));
    };
    call.returns(found);
    Ok(())
}

fn missing(key: &Key, given: &Value) -> Message {
    match (key, given.as_object()) {
        (Key::Name(name), _) => messages::context_key_missing(&String::from_utf8_lossy(name)),
        // SAFETY: `given` holds the object.
        (_, Some(object)) => messages::context_object_missing(
            &unsafe { Object::from_borrowed(object) }.class().name(),
        ),
        (Key::Identity(_), None) => messages::context_object_missing("object"),
    }
}

fn has(call: &mut Call, look: Look) -> Outcome {
    call.expect_args(1, 1)?;
    let found = look(this(call), &key(call)?.0).is_some();
    call.returns(Value::bool(found));
    Ok(())
}

fn returns_this(call: &mut Call) {
    // SAFETY: `$this` of a running method.
    call.returns(Value::object(unsafe { Object::from_borrowed(call.this()) }));
}

fn set(call: &mut Call) -> Outcome {
    call.expect_args(2, 3)?;
    let (key, given) = key(call)?;
    let value = call.value(1);
    let replace = call.count() > 2 && call.bool(2)?;
    let context = this(call);
    if !replace && context.entries.borrow().contains_key(&key) {
        return Err(exception::throw(exceptions::async_exception(), &messages::CONTEXT_KEY_EXISTS));
    }
    // SAFETY: `given` holds the object.
    let object = given.as_object().map(|object| unsafe { Object::from_borrowed(object) });
    let earlier = context.entries.borrow_mut().insert(key, Entry { key: object, value });
    returns_this(call);
    drop(earlier);
    Ok(())
}

fn unset(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let removed = {
        let (key, _) = key(call)?;
        this(call).entries.borrow_mut().remove(&key)
    };
    returns_this(call);
    drop(removed);
    Ok(())
}

fn current_context(call: &mut Call) -> Outcome {
    no_arguments(call)?;
    call.returns(Value::object(of_scope(&scope::current())?));
    Ok(())
}

fn coroutine_context(call: &mut Call) -> Outcome {
    no_arguments(call)?;
    call.returns(Value::object(of_coroutine(&fiber_flows::running())?));
    Ok(())
}

fn root_context(call: &mut Call) -> Outcome {
    no_arguments(call)?;
    call.returns(Value::object(of_scope(&scope::main())?));
    Ok(())
}

const CONTEXT: Type = Type::object(c"Async\\Context");

pub(super) fn functions() -> [FunctionEntry; 4] {
    let returns = |returns| Signature::new(&[], returns);
    [
        function(c"Async\\current_context", current_context, returns(CONTEXT)),
        function(c"Async\\coroutine_context", coroutine_context, returns(CONTEXT)),
        function(c"Async\\root_context", root_context, returns(CONTEXT)),
        // No SAPI of stock PHP sets one.
        function(c"Async\\request_context", |call| no_arguments(call), returns(CONTEXT.or_null())),
    ]
}

pub(super) fn register() {
    const KEY: Param = Param::required(c"key", Type::STRING_OR_OBJECT);
    let by_key = |returns| Signature::new(const { &[KEY] }, returns);
    let class = ClassBuilder::new(c"Async\\Context")
        .method(function(c"find", |call| find(call, Context::found), by_key(Type::MIXED)))
        .method(function(c"get", |call| get(call, Context::found), by_key(Type::MIXED)))
        .method(function(c"has", |call| has(call, Context::found), by_key(Type::BOOL)))
        .method(function(c"findLocal", |call| find(call, Context::local), by_key(Type::MIXED)))
        .method(function(c"getLocal", |call| get(call, Context::local), by_key(Type::MIXED)))
        .method(function(c"hasLocal", |call| has(call, Context::local), by_key(Type::BOOL)))
        .method(function(
            c"set",
            set,
            Signature::new(
                const {
                    &[
                        KEY,
                        Param::required(c"value", Type::MIXED),
                        Param::optional(c"replace", Type::BOOL, c"false"),
                    ]
                },
                CONTEXT,
            ),
        ))
        .method(function(c"unset", unset, by_key(CONTEXT)))
        .sealed()
        .register();
    CLASS.bind(class);
}
