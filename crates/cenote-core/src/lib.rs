//! The resource pool as a pure state machine: no I/O, no clock, no lock, no async, no allocation on the fast path.
//!
//! The crate decides; a *shell* acts. A shell (the PHP extension, the tokio crate) feeds a [`Core`] with what happened
//! and carries out what the core answers. Three parts, which know nothing of each other's inner state:
//!
//! | part | is told | answers |
//! |---|---|---|
//! | [`pool`]: slots, waiters, limits | acquire, release, created, failed, timed out, a tick, close | take, create, check, destroy, park, refuse; whom to wake; when it is due again |
//! | [`breaker`]: its state, two ready strategies | successes and failures | whether anything is handed out |
//! | [`session`]: one pooled database connection | checkout, calls, texts and what they do, breaks, the owner's end | whether it stays, goes back by which steps, or is destroyed |
//!
//! Start at [`Core`], and at [`session::Session`].
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
    AcquireLimit, After, Ages, Backoff, BySlot, ByWaiter, ChecksAtOnce, Conversation, Core,
    Counters, Creation, Denial, HandOver, IdleOrder, KeptResources, Next, Patience, Reason,
    Refusal, Report, RoundStep, Settings, Situation, SlotId, SlotUse, SlotView, Stats, Step, Tick,
    TimeoutMessage, Told, Verdict, WaiterId,
};
pub use time::Time;
