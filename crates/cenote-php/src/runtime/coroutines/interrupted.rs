//! How a wait ends from outside.

use super::{
    coroutine::{Coroutine, Request},
    fiber_flows, scheduler,
};
use crate::{
    runtime::{
        critical_sections::closed_sections, engine::output, messages, process::library_locks,
    },
    zend::{Message, Object, Thrown, exception, sys},
};

/// The wait was ended from outside: cancellation, exit, deadlock, a fatal error, or a place where waiting is forbidden.
///
/// Clean up first (leave queues, pass a grant on), then `return Err(interrupted.throw())`.
#[must_use]
pub(crate) struct Interrupted(Cause);

enum Cause {
    Throw(Object),
    Unwind,
    Exit,
    FatalError,
    Forbidden(Message),
    SharedConnection,
    ConnectionInCall,
    Evicted(Eviction),
}

/// How a wait inside a library is made to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runtime) enum Eviction {
    /// The function returns with its own error.
    Quiet,
    /// It had returned and came back while the closer waited: an exception tells it.
    Repeated,
}

/// What was put on top of an exception of a library, and where.
pub(in crate::runtime) struct Early {
    /// The frame that called the function, and the opcode of that call.
    pub(in crate::runtime) caller: *mut sys::zend_execute_data,
    pub(in crate::runtime) call: *const sys::zend_op,
    /// The library's exception, to which it may still write, if it is not the `previous` of what was put on top.
    pub(in crate::runtime) kept: Option<Object>,
}

impl Interrupted {
    pub(in crate::runtime) fn by(error: Object) -> Self {
        Interrupted(Cause::Throw(error))
    }

    pub(in crate::runtime) fn fatal_error() -> Self {
        Interrupted(Cause::FatalError)
    }

    pub(in crate::runtime) fn forbidden_here() -> Self {
        Interrupted(Cause::Forbidden(if scheduler::is_over() {
            messages::AFTER_THE_END
        } else if output::in_shared_callback() {
            messages::IN_OUTPUT_CALLBACK
        } else if closed_sections::is_inside() {
            messages::IN_CLOSED_SECTION
        } else if library_locks::are_held() {
            messages::IN_LOCKED_LIBRARY
        } else {
            messages::IN_DESTRUCTOR
        }))
    }

    /// The wait layer's fail-safe (SPEC 28.4).
    pub(crate) fn shared_connection() -> Self {
        Interrupted(Cause::SharedConnection)
    }

    /// libpq is in the middle of a call on the connection (SPEC 28.11).
    pub(crate) fn connection_in_call() -> Self {
        Interrupted(Cause::ConnectionInCall)
    }

    /// Somebody closes what it is inside of (SPEC 28.6).
    pub(in crate::runtime) fn evicted(eviction: Eviction) -> Self {
        Interrupted(Cause::Evicted(eviction))
    }

    /// Whether the library's own error is all that is to be told.
    pub(in crate::runtime) fn is_quiet(&self) -> bool {
        matches!(self.0, Cause::Evicted(Eviction::Quiet))
    }

    /// The request that `coroutine` has to obey now, if there is one.
    #[inline]
    pub(in crate::runtime) fn pending_for(coroutine: &Coroutine) -> Option<Self> {
        if !Self::is_requested_of(coroutine) && !fiber_flows::is_requested() {
            return None;
        }
        Self::take_for(coroutine)
            .or_else(|| fiber_flows::take_request(coroutine).map(Interrupted::by))
    }

    /// Whether `coroutine` itself has something to obey, now or later.
    #[inline]
    pub(in crate::runtime) fn is_requested_of(coroutine: &Coroutine) -> bool {
        coroutine.request.is_some() || coroutine.unwinding.get()
    }

    /// Whether `coroutine`, which waits, was told to leave, and will when it runs.
    #[inline]
    pub(in crate::runtime) fn is_pending_for(coroutine: &Coroutine) -> bool {
        coroutine.request.with(|request| match request {
            None => false,
            Some(Request::Throw(_)) => coroutine.shields.get() == 0,
            Some(Request::Force(_) | Request::Unwind | Request::Exit) => true,
        })
    }

    #[cold]
    fn take_for(coroutine: &Coroutine) -> Option<Self> {
        let can_wait =
            || coroutine.request.with(|request| matches!(request, Some(Request::Throw(_))));
        if coroutine.shields.get() > 0 && can_wait() {
            return None;
        }
        match coroutine.request.take() {
            Some(Request::Throw(error) | Request::Force(error)) => {
                Some(Interrupted(Cause::Throw(error)))
            }
            Some(Request::Unwind) => {
                coroutine.unwinding.set(true);
                Some(Interrupted(Cause::Unwind))
            }
            Some(Request::Exit) => Some(Interrupted(Cause::Exit)),
            // A `finally` block that waits while it is unwound: the rest of it is unwound as well.
            None if coroutine.unwinding.get() => Some(Interrupted(Cause::Unwind)),
            None => None,
        }
    }

    /// Whether it was refused because the engine forbids switching at this place (SPEC 30.12).
    pub(crate) fn is_forbidden(&self) -> bool {
        matches!(self.0, Cause::Forbidden(_))
    }

    /// Raises it in the engine.
    pub(crate) fn throw(self) -> Thrown {
        match self.0 {
            Cause::Throw(error) => exception::throw_object(error),
            Cause::Unwind => exception::throw_object(exception::graceful_exit()),
            Cause::Exit => exception::throw_object(exception::unwind_exit()),
            Cause::FatalError => Thrown::Bailout,
            Cause::Forbidden(why) => exception::throw_error(&why),
            Cause::SharedConnection => exception::throw(
                crate::runtime::errors::exceptions::async_exception(),
                &messages::SHARED_CONNECTION,
            ),
            Cause::ConnectionInCall => exception::throw(
                crate::runtime::errors::exceptions::async_exception(),
                &messages::CONNECTION_IN_CALL,
            ),
            Cause::Evicted(_) => exception::throw(
                crate::runtime::errors::exceptions::async_exception(),
                &messages::CLOSED_BY_ANOTHER_COROUTINE,
            ),
        }
    }
}
