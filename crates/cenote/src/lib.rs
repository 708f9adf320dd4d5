#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod bounded;
mod breaker;
mod builder;
mod clockwork;
mod closures;
mod counter;
mod creation;
mod driver;
mod error;
mod events;
mod guard;
mod hooks;
mod inner;
mod into_manager;
mod leaks;
mod lease;
mod levers;
mod making;
mod manager;
#[cfg(feature = "metrics")]
mod metrics;
mod obtain;
mod pool;
mod report;
mod returning;
mod round;
mod settings;
mod shutdown;
mod state;
mod stats;
mod strategy;
mod sync;
mod timer;
#[cfg(feature = "tokio")]
mod tokio_timer;
mod verify;
mod wait;
mod watch;

pub use breaker::{Breaker, BreakerState};
pub use builder::{Builder, IdleOrder};
pub use closures::Closures;
pub use error::{BuildError, Error};
pub use guard::Guard;
pub use hooks::Hook;
pub use into_manager::IntoManager;
pub use manager::{Manager, OnRelease};
pub use pool::Pool;
pub use report::Report;
pub use shutdown::Left;
pub use stats::Stats;
pub use strategy::{Outcome, Signal, Strategy};
pub use timer::{Task, Timer};
#[cfg(feature = "tokio")]
pub use tokio_timer::TokioTimer;
pub use verify::Verify;

/// From deadpool and bb8 to cenote.
#[cfg(any(doc, doctest))]
#[doc = include_str!("../MIGRATION.md")]
pub mod migration {}

/// cenote beside other pools.
#[cfg(any(doc, doctest))]
#[doc = include_str!("../COMPARE.md")]
pub mod compare {}
