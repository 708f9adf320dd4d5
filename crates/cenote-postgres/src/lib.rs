#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod client;
mod generic;
mod link;
mod listener;
mod manager;
mod owned;
mod policy;
mod requests;
mod role;
mod session;
mod statements;
mod text;
mod transaction;

pub use cenote::Verify;
pub use client::Client;
pub use generic::GenericClient;
pub use listener::{Event, Listener};
pub use manager::Manager;
pub use owned::{Begin, OwnedTransaction};
pub use policy::Policy;
pub use text::ToStatement;
pub use transaction::{Transaction, TransactionBuilder};

/// The driver, in the version whose types this crate gives out.
pub use tokio_postgres;

/// A pool of PostgreSQL connections. With TLS its type names the connector; see [`Manager::tls`].
pub type Pool<T = tokio_postgres::NoTls> = cenote::Pool<Manager<T>>;

/// A connection lent by a [`Pool`]: gives it back when it is dropped.
pub type Guard<T = tokio_postgres::NoTls> = cenote::Guard<Manager<T>>;
