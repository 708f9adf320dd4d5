#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod calls;
mod connection;
mod error;
mod manager;
mod thread;

pub use connection::Connection;
pub use error::Error;
pub use manager::Manager;

/// A pool of SQLite connections.
pub type Pool = cenote::Pool<Manager>;

/// A connection lent by a [`Pool`]: gives it back when it is dropped.
pub type Guard = cenote::Guard<Manager>;

/// The driver, in the version whose types this crate gives out.
pub use rusqlite;

/// The manual's chapter on all the crates; its programs are compiled here, where none of the others would depend on itself.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/rust-crate.md")]
mod manual {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/rust-services.md")]
mod services {}
