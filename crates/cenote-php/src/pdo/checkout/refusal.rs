//! What users catch when the pool gives no connection (SPEC 23.6).

use crate::pdo::{connection::template::Template, messages, stock::errors::throw_because};
use crate::{
    pool::{Cause, Denied, Failed},
    runtime,
    zend::{Message, Thrown, exception},
};
use std::time::Duration;

fn tenths(span: Duration) -> f64 {
    (span.as_secs_f64() * 10.0).floor() / 10.0
}

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
        Cause::TimedOut => {
            let text = time_is_over(&denied, template);
            throw_because(*b"HYT00", text.as_ref().unwrap_or(&denied.message), Some(cause))
        }
        Cause::CannotWait => throw_because(*b"HYT00", &denied.message, Some(cause)),
        _ => {
            let text = messages::refused_by_pool(&denied.message);
            throw_because(*b"HY000", &text, Some(cause))
        }
    }
}

/// What has used up the caller's time. `None`: what the pool itself says, which has the last failure of a connect.
fn time_is_over(denied: &Denied, template: &Template) -> Option<Message> {
    let limit = template.options.acquire_timeout();
    let (pool, seconds) = (&denied.message, limit.as_secs_f64());
    let connections = template.shared.connections.borrow().len();
    if let Some(span) = template.asking.that_took(limit, connections == 0) {
        return Some(messages::waits_for_credentials(pool, tenths(span), seconds));
    }
    if denied.previous.is_some() {
        return None;
    }
    Some(match all_in_calls_for(template) {
        Some(span) if span >= limit => {
            messages::all_in_calls(pool, connections, tenths(span), seconds)
        }
        _ => messages::no_connection_in_time(pool, seconds),
    })
}

/// For how long each connection has been inside its present call, if all that there may be are.
fn all_in_calls_for(template: &Template) -> Option<Duration> {
    let connections = template.shared.connections.borrow();
    let max = template.pool().look(|core| core.settings().max);
    if connections.len() < max as usize
        || !connections.iter().all(|connection| connection.is_in_call())
    {
        return None;
    }
    let latest = connections.iter().map(|connection| connection.call_began()).max()?;
    Some(Duration::from_nanos(runtime::coarse_now().0.saturating_sub(latest.0)))
}
