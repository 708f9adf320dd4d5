//! Raising PDO's errors.

use super::{classes, handle::Handle};
use crate::pdo::messages;
use crate::zend::{
    Array, ClassRef, Message, Object, Outcome, Thrown, Value, exception, guard, sys,
};
use std::{ffi::CString, time::Duration};

/// Raises a PDOException with SQLSTATE, text and `errorInfo`.
pub(in crate::pdo) fn throw(sqlstate: [u8; 5], text: &Message) -> Thrown {
    throw_because(sqlstate, text, None)
}

/// As [`throw`], with the exception behind it.
pub(in crate::pdo) fn throw_because(
    sqlstate: [u8; 5],
    text: &Message,
    previous: Option<Object>,
) -> Thrown {
    match make(sqlstate, text) {
        Ok(object) => {
            if let Some(previous) = previous {
                exception::chain(&object, previous);
            }
            exception::throw_object(object)
        }
        Err(thrown) => thrown,
    }
}

fn make(sqlstate: [u8; 5], text: &Message) -> Result<Object, Thrown> {
    let state = String::from_utf8_lossy(&sqlstate).into_owned();
    let object =
        exception::create(classes::get().exception, &text.behind(&format!("SQLSTATE[{state}]: ")))?;
    exception::set_property(&object, classes::get().exception, "errorInfo", &info(&state, text)?)?;
    exception::set_property(&object, ClassRef::exception(), "code", &Value::string(&state)?)?;
    Ok(object)
}

/// `errorInfo` of an error of the pool's own.
fn info(state: &str, text: &Message) -> Result<Value, Thrown> {
    let mut info = Array::with_capacity(3)?;
    info.push(Value::string(state)?)?;
    info.push(Value::int(0))?;
    info.push(Value::string(text.as_str())?)?;
    Ok(Value::array(info))
}

/// `errorInfo` of a connection on which a call has waited for too long.
pub(in crate::pdo) fn info_of_timeout(limit: Duration) -> Result<Value, Thrown> {
    info("HYT00", &messages::query_took_too_long(limit.as_secs_f64()))
}

/// A call took part in a transaction that was rolled back under it (SPEC 19.9).
#[cold]
pub(in crate::pdo) fn transaction_of_ended() -> Thrown {
    throw(*b"25000", &messages::TRANSACTION_ENDED)
}

/// A call has waited for longer than the object allows (SPEC 22.9).
#[cold]
pub(in crate::pdo) fn query_took_too_long(limit: Duration) -> Thrown {
    let from_driver = exception::take();
    throw_because(*b"HYT00", &messages::query_took_too_long(limit.as_secs_f64()), from_driver)
}

/// Nothing goes on outside a transaction that was lost with its connection (SPEC 22.3).
#[cold]
pub(in crate::pdo) fn lost_transaction() -> Thrown {
    throw(*b"25000", &messages::TRANSACTION_LOST)
}

/// Raises a plain PDOException, as PDO's constructor and transaction methods do.
pub(in crate::pdo) fn throw_plain(text: &Message) -> Thrown {
    exception::throw(classes::get().exception, text)
}

/// Reports an error that PDO itself would report on `handle`, in the way of its error mode.
pub(in crate::pdo) fn report(handle: Handle, sqlstate: [u8; 5], text: &Message) -> Outcome {
    let text = CString::new(text.as_str().replace('\0', "")).unwrap_or_default();
    let (text, raw) = (text.as_ptr(), handle.as_ptr());
    // SAFETY: a live handle and a C string that outlives the call; `state` is NUL-terminated as PDO expects.
    guard(move || unsafe {
        let mut state = [0; 6];
        for (to, from) in state.iter_mut().zip(sqlstate) {
            *to = from as _;
        }
        sys::cenote_pdo_raise_impl_error(raw, std::ptr::null_mut(), state.as_mut_ptr(), text);
    })?;
    exception::check()
}

/// Refuses a second construction (SPEC 29.5).
pub(in crate::pdo) fn constructed_twice() -> Thrown {
    exception::throw_error(&messages::CONSTRUCTED_TWICE)
}
