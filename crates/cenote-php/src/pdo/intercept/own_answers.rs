//! What a template answers itself: errors, and attributes that are the pool's or PDO's own (SPEC 18.8, 23).

use crate::pdo::{
    checkout::{give_back, manager},
    connection::{binding::Binding, pooled::ConnectionRef, template::Template},
    messages,
    stock::{
        attributes::{self, PoolAttribute, Realm},
        errors,
        handle::Handle,
        inert,
        originals::Method,
    },
};
use crate::zend::{
    Call, Message, Outcome, Thrown, Value, array::Array, entry, exception, globals, sys,
};
use cenote_core::session::Transaction;

/// inTransaction() of a template (SPEC 18.8). It is asked often, and needs nothing else that [`on_template`](super::call::on_template) finds.
///
/// # Safety
/// `frame` and `result` are those of the running call; `object` is a template.
#[inline(never)]
pub(super) unsafe fn in_transaction(
    object: *mut sys::zend_object,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    entry::boundary(|| {
        // SAFETY: by the contract; the call holds the object.
        let template = unsafe { Template::behind(object) };
        // SAFETY: by the contract.
        let mut call = unsafe { Call::from_raw(frame, result) };
        // What it raises is pending in the engine.
        let _ = begin_in_transaction(template, &mut call);
    });
}

fn begin_in_transaction(template: &Template, call: &mut Call) -> Outcome {
    template.check_process()?;
    let mut held = template.holds();
    if held.1.is_some() && globals::compiler().unclean_shutdown {
        give_back::forsake_cut_off(&template.binding());
        held = template.holds();
    }
    tell_transaction(held, call)
}

/// inTransaction(), by what the coroutine has.
#[inline(always)]
pub(super) fn tell_transaction(
    (transaction, connection): (Transaction, Option<ConnectionRef>),
    call: &mut Call,
) -> Outcome {
    call.expect_args(0, 0)?;
    let bound = connection.map(|connection| connection.shows_transaction());
    call.returns(Value::bool(transaction.is_open(bound)));
    Ok(())
}

/// errorCode() and errorInfo(): from the binding, or from the connection while that is bound (SPEC 18.8, 23).
pub(super) fn tell_error(method: Method, binding: &Binding, call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let kept = binding.error.borrow().clone();
    let info = match (kept, binding.connection()) {
        (Some(kept), _) => Some(kept),
        (None, Some(connection)) if connection.handle.has_error() => {
            Some(manager::error_info(connection)?)
        }
        _ => None,
    };
    let answer = match (method, info) {
        (Method::ErrorInfo, Some(info)) => info,
        (Method::ErrorInfo, None) => {
            let mut info = Array::with_capacity(3)?;
            info.push(Value::string("00000")?)?;
            info.push(Value::null())?;
            info.push(Value::null())?;
            Value::array(info)
        }
        (_, Some(info)) => match info.as_array() {
            // SAFETY: `info` holds the table.
            Some(table) => unsafe { first_of(table) },
            None => Value::string("00000")?,
        },
        (_, None) => Value::string("00000")?,
    };
    call.returns(answer);
    Ok(())
}

/// # Safety
/// A live table.
unsafe fn first_of(table: *mut sys::HashTable) -> Value {
    // SAFETY: a live table; looking up allocates nothing.
    unsafe {
        let first = sys::zend_hash_index_find(table, 0);
        if first.is_null() { Value::null() } else { Value::copy_of(first) }
    }
}

/// Whether the template's own handle quotes, without a connection (SPEC 19.1). What a bound connection shows of its last error is to
/// go with the next call: that is the connection's own to do.
#[inline]
pub(super) fn quotes_itself(template: &Template, binding: &Binding) -> bool {
    // SAFETY: the table of a published template, one of those that live as long as the process.
    let quoter = unsafe { (*template.own.methods()).quoter };
    quoter.is_some() && binding.connection().is_none()
}

/// A connection has quoted: if that is all the driver needs it for, the template does so itself from now on.
#[cold]
pub(super) fn learn_to_quote(template: &Template, connection: Handle) {
    if template.traits.quotes_without_connection {
        // SAFETY: a connected handle has a table, its driver's or a changed copy of that.
        let quoter = unsafe { (*connection.methods()).quoter };
        template.own.set_methods(inert::of_handle_that_quotes(quoter));
    }
}

/// Who answers getAttribute() and setAttribute().
pub(super) enum Answers {
    /// The pool, which has done so.
    Pool,
    /// PDO itself, on the template.
    Template,
    /// A connection.
    Connection,
}

/// getAttribute() and setAttribute(), if the pool answers them.
pub(super) fn begin_attribute(
    template: &Template,
    binding: &Binding,
    call: &mut Call,
    reads: bool,
) -> Result<Answers, Thrown> {
    let number = call.int(0)?;
    if let Some(attribute) = PoolAttribute::from_number(number) {
        let max = template.pool().look(|core| core.settings().max);
        let value = if reads { template.options.value_of(attribute, max)? } else { None };
        call.returns(match value {
            Some(value) => value,
            None => {
                refuse_attribute(template.own, attribute, reads, Some(binding))?;
                Value::bool(false)
            }
        });
        return Ok(Answers::Pool);
    }
    Ok(match attributes::realm(number) {
        Realm::Pdo | Realm::Both => Answers::Template,
        Realm::Driver => Answers::Connection,
    })
}

fn construction_only(attribute: PoolAttribute, reads: bool) -> Message {
    let name = attribute.name();
    if reads { messages::cannot_be_read(name) } else { messages::cannot_be_set(name) }
}

/// An IM001 error in the way of the error mode.
pub(super) fn refuse_attribute(
    handle: Handle,
    attribute: PoolAttribute,
    reads: bool,
    binding: Option<&Binding>,
) -> Outcome {
    let reported = if handle.error_mode() == sys::PDO_ERRMODE_SILENT {
        handle.set_sqlstate(*b"IM001\0");
        Ok(())
    } else {
        errors::report(handle, *b"IM001", &construction_only(attribute, reads))
    };
    if let Some(binding) = binding {
        if handle.has_error() {
            keep_own_error(handle, binding)?;
        }
    }
    reported
}

/// Moves an error from the template's handle, which all coroutines share, into the binding.
#[cold]
pub(super) fn keep_own_error(own: Handle, binding: &Binding) -> Outcome {
    let in_flight = exception::InFlight::put_aside();
    let kept = (|| -> Result<Value, Thrown> {
        let state = own.sqlstate();
        let mut info = Array::with_capacity(3)?;
        info.push(Value::string(&state[..5])?)?;
        info.push(Value::null())?;
        info.push(Value::null())?;
        Ok(Value::array(info))
    })();
    in_flight.restore();
    own.set_sqlstate(crate::pdo::stock::handle::NO_ERROR);
    let old = binding.error.replace(Some(kept?));
    drop(old);
    Ok(())
}
