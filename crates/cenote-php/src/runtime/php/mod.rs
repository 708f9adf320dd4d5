//! What PHP code sees of coroutines: functions and classes in the namespace `Async` (SPEC 30).

mod arguments;
mod awaits;
mod channels;
mod context;
pub(super) mod coroutine_class;
mod figures;
mod files;
mod functions;
pub(super) mod futures;
pub(super) mod groups;
mod messages;
pub(super) mod output_functions;
mod scope_class;
mod spawn_with;
pub(super) mod tickets;

pub(super) use coroutine_class::object_of;
pub(super) use scope_class::object_of as scope_object;

use crate::zend::entry::FunctionEntry;
use awaits::{awaiting, awaiting_several, iterate, timeout, within};
use channels::channel_class;
use files::watcher;
use futures::{future, signal};
use groups::task_group;

/// Registers the classes. The interfaces first: the others implement them. What is awaited most comes last: it is looked for first.
pub(super) fn register() {
    awaiting::register_interfaces();
    spawn_with::register_interfaces();
    scope_class::register();
    context::register();
    timeout::register();
    channel_class::register();
    task_group::register();
    watcher::register();
    signal::register();
    future::register();
    coroutine_class::register();
}

/// The functions of the namespace.
pub(super) fn functions() -> Vec<FunctionEntry> {
    let mut all = awaiting_several::functions();
    all.extend(spawn_with::functions());
    all.extend(context::functions());
    all.extend(within::functions());
    all.extend(iterate::functions());
    all.extend(figures::functions());
    all.push(signal::function_entry());
    all.extend(functions::functions());
    all
}
