//! `Async\Pool`, and the same pool for native owners (the pooled PDO, other extensions).
//!
//! | file | what |
//! |---|---|
//! | [`php`] | the class `Async\Pool`, its exceptions, owners made of callables, circuit breaker strategies: the user's, and ours |
//! | [`resource_pool`] | the shell around the pool core: one step at a time, callbacks between steps |
//! | [`acquire`], [`release`] | the two conversations |
//! | [`late_creation`], [`maintenance`] | what goes on without a caller |
//! | [`callbacks`] | what a pool asks of its owner |
//! | [`payloads`], [`identity`] | resources by slot, and slots by resource |
//!
//! A native owner implements [`Callbacks`], makes an [`Pool`], and calls `acquire` and `release` on it by slot;
//! [`view_of`] is the `Async\Pool` object through which PHP code may watch it.

mod acquire;
mod adoption;
mod callbacks;
mod identity;
mod late_creation;
mod maintenance;
mod messages;
mod payloads;
mod php;
mod release;
mod resource_pool;

pub(crate) use acquire::{Cause, Denied, Failed, Limit};
pub(crate) use callbacks::{Callbacks, Hooks, Whose};
pub(crate) use php::{
    construction::Numbers, exceptions::pool_closed, object::view_of, strategy::Judge,
};
pub(crate) use resource_pool::{Lease, Pool, PoolSettings};

use crate::zend::ini::IntSetting;
use php::{breaker, exceptions, object, ready};

/// Settings in php.ini.
pub(crate) static SETTINGS: [&IntSetting; 1] = [&acquire::LEAK_THRESHOLD];

/// Registers classes. Called at module start-up, after the runtime's.
pub(crate) fn register() {
    exceptions::register();
    breaker::register();
    ready::register();
    object::register();
}
