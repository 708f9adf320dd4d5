//! Transactions: one that borrows its connection, and one that owns it.

mod borrowed;
mod owned;

pub use borrowed::{Transaction, TransactionBuilder};
pub use owned::{Begin, OwnedTransaction};
