#![doc = include_str!("../README.md")]
// Decides: whether a connection may be handed out again; what becomes of a query that was given up.
// Is told: by the pool (create, recycle, check, destroy) and by the user (queries and transactions of diesel).
// Answers: diesel_async's own connections, by a guard.
//
// manager.rs connects and cleans, connection.rs is what a guard shows, database.rs has what differs between databases.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod connection;
mod database;
mod error;
mod manager;

pub use cenote::Verify;
pub use connection::Connection;
pub use database::Database;
pub use error::Error;
pub use manager::Manager;

/// A pool of connections of the kind `C`, such as `AsyncPgConnection`.
pub type Pool<C> = cenote::Pool<Manager<C>>;

/// A connection acquired from a [`Pool`]. Dropping it releases the connection.
pub type Guard<C> = cenote::Guard<Manager<C>>;

/// The driver, in the version whose types this crate gives out.
pub use diesel_async;
