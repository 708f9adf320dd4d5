//! What PHP code sees of coroutines: functions and classes in the namespace `Async` (SPEC 30).

mod awaiting;
mod awaiting_several;
mod channel;
mod context;
pub(super) mod coroutine_class;
mod derived_future;
mod figures;
mod functions;
mod future;
mod scope_class;
mod signal;
mod spawn_with;
mod task_group;
mod tasks;
mod timeout;
mod within;

pub(super) use coroutine_class::object_of;
pub(super) use functions::functions;
pub(super) use scope_class::object_of as scope_object;

/// Registers the classes. The interfaces first: the others implement them.
pub(super) fn register() {
    awaiting::register_interfaces();
    spawn_with::register_interfaces();
    scope_class::register();
    context::register();
    coroutine_class::register();
    future::register();
    timeout::register();
    channel::register();
    task_group::register();
    signal::register();
}
