//! Raising PDO's errors.

use super::{classes, handle::Handle, messages, template::Template};
use crate::{
    pool::{Cause, Failed},
    zend::{Array, ClassRef, Message, Object, Outcome, Thrown, Value, exception, guard, sys},
};
use std::{ffi::CString, time::Duration};

/// Raises a PDOException with SQLSTATE, text and `errorInfo`.
pub(super) fn throw(sqlstate: [u8; 5], text: &Message) -> Thrown {
    throw_because(sqlstate, text, None)
}

/// As [`throw`], with the exception behind it.
pub(super) fn throw_because(sqlstate: [u8; 5], text: &Message, previous: Option<Object>) -> Thrown {
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
pub(super) fn info_of_timeout(limit: Duration) -> Result<Value, Thrown> {
    info("HYT00", &messages::query_took_too_long(limit.as_secs_f64()))
}

/// A call took part in a transaction that was rolled back under it (SPEC 19.9).
#[cold]
pub(super) fn transaction_of_ended() -> Thrown {
    throw(*b"25000", &messages::TRANSACTION_ENDED)
}

/// A call has waited for longer than the object allows (SPEC 22.9).
#[cold]
pub(super) fn query_took_too_long(limit: Duration) -> Thrown {
    let from_driver = exception::take();
    throw_because(*b"HYT00", &messages::query_took_too_long(limit.as_secs_f64()), from_driver)
}

/// Nothing goes on outside a transaction that was lost with its connection (SPEC 22.3).
#[cold]
pub(super) fn lost_transaction() -> Thrown {
    throw(*b"25000", &messages::TRANSACTION_LOST)
}

/// Raises a plain PDOException, as PDO's constructor and transaction methods do.
pub(super) fn throw_plain(text: &Message) -> Thrown {
    exception::throw(classes::get().exception, text)
}

/// Reports an error that PDO itself would report on `handle`, in the way of its error mode.
pub(super) fn report(handle: Handle, sqlstate: [u8; 5], text: &Message) -> Outcome {
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

/// Turns the pool's refusal into what PDO users catch (SPEC 23.6). Cancellations, exits and connect failures pass as they are.
#[cold]
pub(super) fn from_pool(failed: Failed, template: &Template) -> Thrown {
    let denied = match failed {
        Failed::Thrown(thrown) => return thrown,
        Failed::Denied(denied) => *denied,
    };
    let thrown = denied.throw();
    let Some(cause) = exception::take() else { return thrown };
    match denied.cause {
        Cause::TimedOut if denied.previous.is_none() => {
            let limit = template.options.acquire_timeout();
            let seconds = limit.as_secs_f64();
            let text = match template.all_in_calls_for() {
                Some(span) if span >= limit => {
                    let count = template.slots.borrow().len();
                    let tenths = (span.as_secs_f64() * 10.0).floor() / 10.0;
                    messages::all_in_calls(&denied.message, count, tenths, seconds)
                }
                _ => messages::no_connection_in_time(&denied.message, seconds),
            };
            throw_because(*b"HYT00", &text, Some(cause))
        }
        Cause::TimedOut | Cause::CannotWait => {
            throw_because(*b"HYT00", &denied.message, Some(cause))
        }
        _ => {
            let text = messages::refused_by_pool(&denied.message);
            throw_because(*b"HY000", &text, Some(cause))
        }
    }
}
