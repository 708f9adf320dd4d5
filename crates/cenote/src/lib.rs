#![doc = include_str!("../README.md")]
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
