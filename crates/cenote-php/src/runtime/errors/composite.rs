//! `Async\CompositeException`: several exceptions as one (SPEC 45.3).

use crate::zend::{
    Array, Call, ClassBuilder, ClassRef, Object, Outcome, Param, Signature, Thrown, Type, Value,
    array, class, exception, function, started::PerStart, sys,
};

static CLASS: PerStart<ClassRef> = PerStart::new();

fn class() -> ClassRef {
    *CLASS.get().expect("registered at module start-up")
}

fn store(exception: &Object, all: impl Iterator<Item = Value>) -> Outcome {
    let mut list = Array::with_capacity(all.size_hint().0)?;
    for one in all {
        list.push(one)?;
    }
    exception::set_property(exception, class(), "exceptions", &Value::array(list))
}

/// Several exceptions as one.
pub(in crate::runtime) fn of(all: Vec<Object>) -> Result<Object, Thrown> {
    let made = class::instantiate(class())?;
    store(&made, all.into_iter().map(Value::object))?;
    Ok(made)
}

fn held(call: &Call) -> Result<(Object, Value), Thrown> {
    // SAFETY: `$this` of a running method.
    let this = unsafe { Object::from_borrowed(call.this()) };
    let list = exception::property(&this, class(), "exceptions")?;
    Ok((this, list))
}

fn add_exception(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let added = call.object(0, ClassRef::throwable())?;
    // SAFETY: an argument is alive during the call.
    let added = Value::object(unsafe { Object::from_borrowed(added) });
    let (this, list) = held(call)?;
    // SAFETY: `list` keeps the table alive.
    let all = list.as_array().map(|table| unsafe { array::entries(table) }).unwrap_or_default();
    store(&this, all.into_iter().map(|(_, one)| one).chain([added]))
}

fn get_exceptions(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let (_, list) = held(call)?;
    let list =
        if list.as_array().is_some() { list } else { Value::array(Array::with_capacity(0)?) };
    call.returns(list);
    Ok(())
}

pub(in crate::runtime) fn register() {
    let class = ClassBuilder::new(c"Async\\CompositeException")
        .extends(ClassRef::exception())
        .method(function(
            c"addException",
            add_exception,
            Signature::new(
                const { &[Param::required(c"exception", Type::object(c"Throwable"))] },
                Type::VOID,
            ),
        ))
        .method(function(c"getExceptions", get_exceptions, Signature::new(&[], Type::ARRAY)))
        .last_of_its_line()
        .register();
    class.declare_property(c"exceptions", sys::ZEND_ACC_PRIVATE, None, Value::null());
    CLASS.set(class);
}
