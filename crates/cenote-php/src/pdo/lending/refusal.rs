//! What users catch when the pool gives no connection (SPEC 23.6).

use crate::pdo::{connection::template::Template, messages, stock::errors::throw_because};
use crate::{
    pool::{Cause, Failed},
    zend::{Thrown, exception},
};

/// Turns the pool's refusal into what PDO users catch (SPEC 23.6). Cancellations, exits and connect failures pass as they are.
#[cold]
pub(in crate::pdo) fn from_pool(failed: Failed, template: &Template) -> Thrown {
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
                    let count = template.shared.connections.borrow().len();
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
