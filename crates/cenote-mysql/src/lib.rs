#![doc = include_str!("../README.md")]
// Decides: whether a connection may be handed out again, and how it is cleaned; what becomes of a request that was given up.
// Is told: by the pool (create, recycle, check, destroy) and by the user (requests on the driver's own type).
// Answers: mysql_async's own types, by a guard; a connection whose answer nobody has read is closed.
//
// manager.rs connects and cleans, connection.rs is what a guard shows, policy.rs says how much is cleaned.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod connection;
mod manager;
mod policy;

pub use cenote::Verify;
pub use connection::Connection;
pub use manager::Manager;
pub use policy::Policy;

/// A pool of MySQL or MariaDB connections.
pub type Pool = cenote::Pool<Manager>;

/// A connection acquired from a [`Pool`]. Dropping it releases the connection.
pub type Guard = cenote::Guard<Manager>;

/// The driver, in the version whose types this crate gives out.
pub use mysql_async;
