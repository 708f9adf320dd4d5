//! What PHP code sees of coroutines: functions and classes in the namespace `Async` (SPEC 30).

mod awaiting;
mod awaiting_several;
mod channel;
pub(super) mod coroutine_class;
mod derived_future;
mod functions;
mod future;
mod timeout;

pub(super) use functions::functions;

/// Registers the classes. The interfaces first: the others implement them.
pub(super) fn register() {
    awaiting::register_interfaces();
    coroutine_class::register();
    future::register();
    timeout::register();
    channel::register();
}
