#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod commands;
mod connection;
mod manager;
mod mover;
mod replies;
mod socket;
mod wire;

pub use cenote::Verify;
pub use connection::Connection;
pub use manager::Manager;

/// A pool of Redis connections.
pub type Pool = cenote::Pool<Manager>;

/// A connection lent by a [`Pool`]: gives it back when it is dropped.
pub type Guard = cenote::Guard<Manager>;

/// The driver, in the version whose types this crate gives out.
pub use redis;
