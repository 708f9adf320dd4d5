//! How a call on a connection ends before the server has answered: by the object's limit (SPEC 22.9), a cancellation or an exit.

use super::pooled::Connection;
use crate::pdo::stock::{errors, interruptions};
use crate::{
    runtime,
    zend::{Object, Outcome, Thrown, exception, globals},
};
use std::time::Duration;

impl Connection {
    /// From here on waits for the server are limited, if the object wants that. False: they are not, or were before.
    #[inline]
    pub(in crate::pdo) fn limit_call(&self) -> bool {
        let Some(limit) = self.template.query_timeout else { return false };
        self.call_limit.begin(limit, || self.template.driver.socket(self.handle))
    }

    /// Whether the limit has ended a wait.
    #[inline]
    pub(in crate::pdo) fn lift_limit(&self) -> bool {
        self.call_limit.lift()
    }

    /// Raises that the limit has ended a call: nothing can be said of the connection.
    #[cold]
    pub(in crate::pdo) fn took_too_long(&self) -> Thrown {
        self.session_mut().broke();
        self.call_limit.note_timeout();
        errors::query_took_too_long(self.timeout())
    }

    pub(in crate::pdo) fn has_timed_out(&self) -> bool {
        self.call_limit.has_timed_out()
    }

    /// The limit of its calls.
    pub(in crate::pdo) fn timeout(&self) -> Duration {
        self.template.query_timeout.unwrap_or_default()
    }

    /// Looks whether a call was cut off midway: then nothing can be said of the connection (SPEC 22.5).
    #[inline]
    pub(in crate::pdo) fn note_interruption(&self) -> Outcome {
        if interruptions::any() || exception::pending() || self.call_limit.is_set() {
            return self.look_for_interruption();
        }
        Ok(())
    }

    fn look_for_interruption(&self) -> Outcome {
        if interruptions::any() {
            let interrupted = interruptions::raise();
            if interrupted.is_err() {
                self.session_mut().broke();
            }
            return interrupted;
        }
        if exception::pending() && is_cut_off() {
            self.session_mut().broke();
        } else if self.call_limit.is_over() {
            return Err(self.took_too_long());
        }
        Ok(())
    }
}

/// Whether a cancellation or an exit is pending.
#[cold]
fn is_cut_off() -> bool {
    let pending = globals::executor().exception;
    // SAFETY: a pending exception is live while it is pending.
    let pending = unsafe { Object::from_borrowed(pending) };
    exception::is_exit(&pending) || pending.instance_of(runtime::exceptions::cancellation())
}
