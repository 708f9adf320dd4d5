//! The exception classes of pools, and the texts of their refusals.

use crate::{
    pool::messages,
    runtime,
    zend::{ClassBuilder, ClassRef, Message, Thrown, exception, started::PerStart},
};

static UNAVAILABLE: PerStart<ClassRef> = PerStart::new();

pub(in crate::pool) fn register() {
    let base = runtime::exceptions::async_exception();
    let unavailable =
        ClassBuilder::new(c"Async\\ServiceUnavailableException").extends(base).register();
    UNAVAILABLE.set(unavailable);
}

/// `Async\PoolException`.
pub(in crate::pool) fn pool_exception() -> ClassRef {
    runtime::exceptions::pool()
}

/// `Async\TimeoutException`, a `PoolException`.
pub(in crate::pool) fn timeout_exception() -> ClassRef {
    runtime::exceptions::timeout()
}

/// `Async\ServiceUnavailableException`, not a `PoolException`.
pub(in crate::pool) fn service_unavailable_exception() -> ClassRef {
    *UNAVAILABLE.get().expect("classes are registered at module start-up")
}

/// Raises a `PoolException`.
#[cold]
pub(in crate::pool) fn throw(message: &Message) -> Thrown {
    exception::throw(pool_exception(), message)
}

/// Raises the refusal of a closed pool.
#[cold]
pub(crate) fn pool_closed() -> Thrown {
    throw(&messages::CLOSED)
}
