#![doc = include_str!("../README.md")]
// Decides: when a connection is clean enough to be handed out again, and how it is made so; what a dropped request leaves behind.
// Is told: by the pool (create, recycle, check, destroy) and by the user (queries, transactions, listens).
// Answers: tokio-postgres's own types, by a guard; an error that says whether the connection can go on.
//
// manager.rs connects and recycles, client.rs is what a guard shows, transaction.rs and owned.rs end what was begun, requests.rs has the
// driver's methods that send something, statements.rs keeps what was prepared, policy.rs says how much is cleaned.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod client;
mod generic;
mod link;
mod listener;
mod manager;
mod policy;
mod requests;
mod role;
mod session;
mod statements;
mod text;
mod transactions;

pub use cenote::Verify;
pub use client::Client;
pub use generic::GenericClient;
pub use listener::{Event, Listener};
pub use manager::Manager;
pub use policy::Policy;
pub use text::ToStatement;
pub use transactions::{Begin, OwnedTransaction, Transaction, TransactionBuilder};

/// The driver, in the version whose types this crate gives out.
pub use tokio_postgres;

/// A pool of PostgreSQL connections. With TLS its type names the connector; see [`Manager::tls`].
pub type Pool<T = tokio_postgres::NoTls> = cenote::Pool<Manager<T>>;

/// A connection acquired from a [`Pool`]. Dropping it releases the connection.
pub type Guard<T = tokio_postgres::NoTls> = cenote::Guard<Manager<T>>;
