#![doc = include_str!("../README.md")]
// Decides: on which thread a connection lives, and what is left of it when a call is given up or panics.
// Is told: by the pool (create, recycle, check, destroy) and by the user (closures to run on the connection).
// Answers: the closure's result; an error if the connection is gone. A call that nobody waits for any more is interrupted.
//
// manager.rs opens and recycles, thread.rs is the connection's own thread, calls.rs the queue to it, connection.rs what a guard shows.
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

/// A connection acquired from a [`Pool`]. Dropping it releases the connection.
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
