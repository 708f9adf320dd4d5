//! What PHP code sees of coroutines: functions and classes in the namespace `Async` (SPEC 30).

mod awaiting;
mod channel;
mod coroutine_class;
mod functions;
mod future;
mod timeout;

pub(super) use functions::functions;

/// Registers the classes. `Completable` first: the others implement it.
pub(super) fn register() {
    let completable = awaiting::register_completable();
    coroutine_class::register(completable);
    future::register(completable);
    timeout::register(completable);
    channel::register();
}
