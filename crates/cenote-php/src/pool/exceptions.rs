//! The exception classes of pools, and the texts of their refusals.

use super::messages;
use crate::{
    runtime,
    zend::{ClassBuilder, ClassRef, Message, Thrown, exception, started::PerStart},
};

struct Classes {
    pool: ClassRef,
    timeout: ClassRef,
    unavailable: ClassRef,
}

static CLASSES: PerStart<Classes> = PerStart::new();

pub(super) fn register() {
    let base = runtime::exceptions::async_exception();
    let pool = ClassBuilder::new(c"Async\\PoolException").extends(base).register();
    let timeout = ClassBuilder::new(c"Async\\TimeoutException").extends(pool).register();
    let unavailable =
        ClassBuilder::new(c"Async\\ServiceUnavailableException").extends(base).register();
    CLASSES.set(Classes { pool, timeout, unavailable });
}

fn classes() -> &'static Classes {
    CLASSES.get().expect("classes are registered at module start-up")
}

/// `Async\PoolException`.
pub(super) fn pool_exception() -> ClassRef {
    classes().pool
}

/// `Async\TimeoutException`, a `PoolException`.
pub(super) fn timeout_exception() -> ClassRef {
    classes().timeout
}

/// `Async\ServiceUnavailableException`, not a `PoolException`.
pub(super) fn service_unavailable_exception() -> ClassRef {
    classes().unavailable
}

/// Raises a `PoolException`.
#[cold]
pub(super) fn throw(message: &Message) -> Thrown {
    exception::throw(pool_exception(), message)
}

/// Raises the refusal of a closed pool.
#[cold]
pub(crate) fn pool_closed() -> Thrown {
    throw(&messages::CLOSED)
}
