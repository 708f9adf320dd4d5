//! `Async\Pool`, and the same pool for native owners (the pooled PDO, other extensions).
//!
//! | file | what |
//! |---|---|
//! | [`engine`] | the shell around the pool core: one step at a time, callbacks between steps |
//! | [`acquire`], [`release`] | the two conversations |
//! | [`maintenance`] | what happens by itself |
//! | [`callbacks`] | what a pool asks of its owner; [`callables`]: an owner made of PHP callables |
//! | [`payloads`], [`identity`] | resources by slot, and slots by resource |
//! | [`strategy`], [`ready`] | circuit breaker strategies: the user's, and ours |
//! | [`object`], [`construction`], [`figures`], [`snapshot`] | the class `Async\Pool` |
//! | [`breaker`], [`exceptions`] | interfaces, the enum, exception classes |
//!
//! A native owner implements [`Callbacks`], makes an [`Engine`], and calls `acquire` and `release` on it by slot;
//! [`view_of`] is the `Async\Pool` object through which PHP code may watch it.

mod acquire;
mod breaker;
mod callables;
mod callbacks;
mod construction;
mod engine;
mod exceptions;
mod figures;
mod identity;
mod late_creation;
mod maintenance;
mod messages;
mod object;
mod payloads;
mod ready;
mod release;
mod snapshot;
mod strategy;

pub(crate) use acquire::{Cause, Failed, Limit};
pub(crate) use callbacks::{Callbacks, Hooks, Whose};
pub(crate) use construction::Numbers;
pub(crate) use engine::{Engine, Lease, PoolSettings};
pub(crate) use exceptions::pool_closed;
pub(crate) use object::view_of;
pub(crate) use strategy::Judge;

use crate::zend::ini::IntSetting;

/// Settings in php.ini.
pub(crate) static SETTINGS: [&IntSetting; 1] = [&acquire::LEAK_THRESHOLD];

/// Registers classes. Called at module start-up, after the runtime's.
pub(crate) fn register() {
    exceptions::register();
    breaker::register();
    ready::register();
    object::register();
}
