//! The resource pool as a pure state machine: no I/O, no clock, no lock, no async, no allocation on the fast path.
//!
//! The crate decides; a *shell* acts. A shell (the PHP extension, the tokio crate) feeds a [`Core`] with what happened
//! and carries out what the core answers. Three parts, which know nothing of each other's inner state:
//!
//! * [`pool`]: slots, waiters, grants, maintenance, limits. Start at [`Core`].
//! * [`breaker`]: the circuit breaker's state and the two ready strategies.
//! * [`session`]: one pooled database connection, from hand-out to give-back: whose it is, what it was told, what is left on it.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod breaker;
pub mod pool;
mod random;
pub mod session;
mod time;

pub use breaker::{Adviser, BreakerState, Cooldown, Move, Strategy};
pub use pool::{
    After, Ages, Backoff, ChecksAtOnce, Core, Counters, HandOver, IdleOrder, Next, Patience,
    Reason, Refusal, Report, RoundStep, Settings, Situation, SlotId, SlotUse, SlotView, Stats,
    Tick, TimeoutMessage, Verdict, WaiterId,
};
pub use time::Time;
