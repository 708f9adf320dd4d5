//! The exception classes of coroutines, and what pools derive from them (SPEC 2.1, 45.1, 45.2).

use super::composite;
use crate::zend::{
    ClassBuilder, ClassRef, Value, class::interned, enumeration, started::PerStart, sys,
};

struct Classes {
    async_exception: ClassRef,
    cancellation: ClassRef,
    deadlock: ClassRef,
    operation_canceled: ClassRef,
    channel: ClassRef,
    context: ClassRef,
    close_reason: ClassRef,
    pool: ClassRef,
    timeout: ClassRef,
}

static CLASSES: PerStart<Classes> = PerStart::new();

fn classes() -> &'static Classes {
    CLASSES.get().expect("registered at module start-up")
}

/// `Async\AsyncException`: the base of what the library throws.
pub(crate) fn async_exception() -> ClassRef {
    classes().async_exception
}

/// `Async\AsyncCancellation`: an Error, so that `catch (\Exception)` lets it pass.
pub(crate) fn cancellation() -> ClassRef {
    classes().cancellation
}

/// `Async\DeadlockError`: nobody can run any more.
pub(crate) fn deadlock() -> ClassRef {
    classes().deadlock
}

/// `Async\OperationCanceledException`: a wait was ended by its token.
pub(in crate::runtime) fn operation_canceled() -> ClassRef {
    classes().operation_canceled
}

/// `Async\ChannelException`: a channel was closed.
pub(in crate::runtime) fn channel() -> ClassRef {
    classes().channel
}

/// `Async\ContextException`: a context lacks the key.
pub(in crate::runtime) fn context() -> ClassRef {
    classes().context
}

/// `Async\ChannelCloseReason`.
pub(in crate::runtime) fn close_reason() -> ClassRef {
    classes().close_reason
}

/// `Async\PoolException`.
pub(crate) fn pool() -> ClassRef {
    classes().pool
}

/// `Async\TimeoutException`, a `PoolException`: of pools, and of `timeout()`.
pub(crate) fn timeout() -> ClassRef {
    classes().timeout
}

pub(in crate::runtime) fn register() {
    let below = |parent: ClassRef, name| ClassBuilder::new(name).extends(parent).register();
    let async_exception = below(ClassRef::exception(), c"Async\\AsyncException");
    let cancellation = below(ClassRef::error(), c"Async\\AsyncCancellation");
    let channel = below(async_exception, c"Async\\ChannelException");
    let reason = Some(c"Async\\ChannelCloseReason");
    channel.declare_property(c"reason", sys::ZEND_ACC_PUBLIC, reason, Value::undef());
    let pool = below(async_exception, c"Async\\PoolException");
    // Programs written for the reference name these; nothing here throws them.
    for name in [c"Async\\InputOutputException", c"Async\\DnsException", c"Async\\PollException"] {
        below(ClassRef::exception(), name);
    }
    CLASSES.set(Classes {
        async_exception,
        cancellation,
        deadlock: below(ClassRef::error(), c"Async\\DeadlockError"),
        operation_canceled: below(cancellation, c"Async\\OperationCanceledException"),
        channel,
        context: below(async_exception, c"Async\\ContextException"),
        close_reason: register_close_reason(),
        pool,
        timeout: below(pool, c"Async\\TimeoutException"),
    });
    composite::register();
}

fn register_close_reason() -> ClassRef {
    // SAFETY: interned strings live as long as the process.
    let text = |text| unsafe { Value::of_string(interned(text)) };
    enumeration::register_backed(
        c"Async\\ChannelCloseReason",
        sys::IS_STRING,
        &[
            (c"EXPLICIT", text(c"explicit")),
            (c"DISPOSED", text(c"disposed")),
            (c"NO_PRODUCERS", text(c"no producers timeout")),
            (c"NO_CONSUMERS", text(c"no consumers timeout")),
            (c"DEADLOCK", text(c"deadlock")),
            (c"SCOPE_DISPOSED", text(c"scope disposed")),
        ],
    )
}
