//! The circuit breaker: its state, and the two ready strategies.
//!
//! The pool owns the state and carries out each change of it ([`Core::activate`](crate::Core::activate) and its siblings).
//! A [`Strategy`] only says when: the ready ones are judged here, inside the core; a user's is called by the shell.

mod adviser;
mod judge;
mod state;
mod strategy;
mod window;

pub use adviser::Adviser;
pub use judge::Move;
pub(crate) use judge::{Judge, Outcome};
pub use state::BreakerState;
pub use strategy::{Cooldown, Strategy};
