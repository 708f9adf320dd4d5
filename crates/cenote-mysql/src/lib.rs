#![doc = include_str!("../README.md")]
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

/// A connection lent by a [`Pool`]: gives it back when it is dropped.
pub type Guard = cenote::Guard<Manager>;

/// The driver, in the version whose types this crate gives out.
pub use mysql_async;
