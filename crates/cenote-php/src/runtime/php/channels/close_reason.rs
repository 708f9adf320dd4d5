//! Why a channel was closed, and how that is said.

use crate::{
    runtime::{errors::exceptions, php::messages},
    zend::{Message, Object, Thrown, Value, enumeration, exception},
};
use std::ffi::CStr;

/// Why a channel was closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    Explicit,
    Disposed,
    NoProducers,
    NoConsumers,
    Deadlock,
    ScopeDisposed,
}

impl Reason {
    fn case(self) -> &'static CStr {
        match self {
            Reason::Explicit => c"EXPLICIT",
            Reason::Disposed => c"DISPOSED",
            Reason::NoProducers => c"NO_PRODUCERS",
            Reason::NoConsumers => c"NO_CONSUMERS",
            Reason::Deadlock => c"DEADLOCK",
            Reason::ScopeDisposed => c"SCOPE_DISPOSED",
        }
    }

    fn text(self) -> Message {
        match self {
            Reason::Explicit => messages::CHANNEL_CLOSED,
            Reason::Disposed => messages::CHANNEL_DISPOSED,
            Reason::NoProducers => messages::CHANNEL_WITHOUT_PRODUCERS,
            Reason::NoConsumers => messages::CHANNEL_WITHOUT_CONSUMERS,
            Reason::Deadlock => messages::CHANNEL_IN_DEADLOCK,
            Reason::ScopeDisposed => messages::CHANNEL_SCOPE_DISPOSED,
        }
    }

    pub(super) fn exception(self) -> Result<Object, Thrown> {
        let error = exception::create(exceptions::channel(), &self.text())?;
        let case = Value::object(enumeration::case(exceptions::close_reason(), self.case())?);
        exception::set_property(&error, exceptions::channel(), "reason", &case)?;
        Ok(error)
    }

    pub(super) fn throw(self) -> Thrown {
        match self.exception() {
            Ok(error) => exception::throw_object(error),
            Err(thrown) => thrown,
        }
    }
}
