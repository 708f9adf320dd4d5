#![doc = include_str!("../README.md")]
// Decides: whether a connection may be handed out again: nothing unanswered on it, and nothing left by commands.
// Is told: by the pool (create, recycle, check, destroy) and by the user (commands, pipelines).
// Answers: redis's own types, by a guard; a connection whose answer was given up is closed, not handed on.
//
// manager.rs connects and recycles, connection.rs is what a guard shows. socket.rs looks at the bytes on their way, commands.rs and
// replies.rs read them, and wire.rs has what follows: how many requests have no answer, and what commands have left.
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

/// A connection acquired from a [`Pool`]. Dropping it releases the connection.
pub type Guard = cenote::Guard<Manager>;

/// The driver, in the version whose types this crate gives out.
pub use redis;
