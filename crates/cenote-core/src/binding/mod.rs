//! The binding of a coroutine to a pooled connection: what the layer above decides between two calls.
//!
//! Everything here is a decision over plain facts and knows no pool, no driver and no statement. The shell gathers the facts
//! (from the driver, never from memory: SPEC 34.16), asks, and carries out the answer.
//!
//! * [`Facts::decide`]: does the connection stay with its coroutine, or go back, and by which [`Step`]s (SPEC 19, 20.1).
//! * [`Transaction`]: a transaction lost with its connection (SPEC 22.3).
//! * [`Preamble`]: which statements configure the object, and not one connection (SPEC 21.9).
//! * [`InsertId`]: whose last insert id may be told (SPEC 23.4, 23.5).

mod give_back;
mod insert_id;
mod preamble;
mod transaction;

pub use give_back::{Decision, Facts, GiveBack, Moment, Pin, Reset, Step};
pub use insert_id::{Answer, InsertId};
pub use preamble::{Preamble, StatementKind};
pub use transaction::{Admission, Call, Transaction};
