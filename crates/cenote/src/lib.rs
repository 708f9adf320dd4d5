#![doc = include_str!("../README.md")]
// Decides: how a task waits, who carries a resource from one task to the next, when background work runs. Who gets what is
// `cenote-core`'s decision.
// Is told: by callers (acquire, drop of a guard, resize, close), by the manager (a connection, an error, a verdict), by the timer.
// Answers: guards, errors with a report of the pool's state, wakes; calls of the manager, outside of the lock.
//
// acquire/    from the call to the guard          release/    from the guard's drop back to the store
// handoff/    mailboxes between tasks             background/ the driver: checks, refills, shutdown
// building/   builder, manager, hooks, settings   watching/   figures, events, spans          timers/  the runtime's clock
// state.rs    what lies behind the lock           inner.rs    what all handles share
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod acquire;
mod background;
mod breaker;
mod building;
mod error;
mod handoff;
mod inner;
mod levers;
mod pool;
mod release;
mod state;
mod strategy;
mod sync;
mod timers;
mod watching;

pub use background::shutdown::Left;
pub use breaker::{Breaker, BreakerState};
#[cfg(feature = "tokio")]
pub use building::closings::{Closing, Closings};
#[cfg(feature = "config")]
pub use building::config::{Config, FromUrl};
#[cfg(feature = "config")]
pub use building::config_error::ConfigError;
pub use building::verify::Verify;
pub use building::{
    builder::{Builder, IdleOrder},
    closures::Closures,
    hooks::Hook,
    into_manager::IntoManager,
    manager::{Manager, OnRelease},
};
pub use error::{BuildError, Error};
pub use pool::Pool;
pub use release::guard::Guard;
pub use strategy::{Outcome, Signal, Strategy};
pub use timers::timer::{Task, Timer};
#[cfg(feature = "tokio")]
pub use timers::tokio_timer::TokioTimer;
pub use watching::{report::Report, stats::Stats};

/// From deadpool and bb8 to cenote.
#[cfg(any(doc, doctest))]
#[doc = include_str!("../MIGRATION.md")]
pub mod migration {}

/// cenote beside other pools.
#[cfg(any(doc, doctest))]
#[doc = include_str!("../COMPARE.md")]
pub mod compare {}
