//! The exception classes of coroutines (SPEC 2.1, 2.2).

use crate::zend::{ClassBuilder, ClassRef, started::PerStart};

struct Classes {
    async_exception: ClassRef,
    cancellation: ClassRef,
    deadlock: ClassRef,
    operation_canceled: ClassRef,
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

pub(super) fn operation_canceled() -> ClassRef {
    classes().operation_canceled
}

pub(super) fn register() {
    let async_exception =
        ClassBuilder::new(c"Async\\AsyncException").extends(ClassRef::exception()).register();
    CLASSES.set(Classes {
        async_exception,
        cancellation: ClassBuilder::new(c"Async\\AsyncCancellation")
            .extends(ClassRef::error())
            .register(),
        deadlock: ClassBuilder::new(c"Async\\DeadlockError").extends(ClassRef::error()).register(),
        operation_canceled: ClassBuilder::new(c"Async\\OperationCanceledException")
            .extends(async_exception)
            .register(),
    });
}
