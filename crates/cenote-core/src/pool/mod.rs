//! The pool: slots, waiters and grants.
//!
//! # How it works
//!
//! A **slot** is a place for one resource and is always in exactly one state (SPEC 33). A caller that finds no place joins
//! a queue. Whatever frees a place ends in one function, `grant`, which reserves free places for the oldest waiters before
//! the call returns: an idle resource, or else an empty slot as the right to create. A reserved slot is not in the list of
//! idle ones and counts against `max`, so nobody else can see it, let alone take it. From this follow fairness (places
//! go out in the order of parking), no barging (a releaser finds its resource gone), and no lost wake-up (a free place and a
//! waiter without a grant never coexist, which [`Core::check`] verifies).
//!
//! A waiter that goes away with a grant gives the slot back, and `grant` runs again. So the place moves on whatever
//! happens to its waiter.
//!
//! # How it is cut
//!
//! [`Core`] composes parts that know nothing of each other, each with a `check()` of its own: `Slots` (states, lists,
//! counts), `Queue` (waiters), `Creation` (limit and back-off), `Schedule` (what is due when), `Histogram` (wait
//! times), and the breaker's `Judge`. The methods of [`Core`] lie in one file for each side of the life of a
//! resource: `callers` (`acquire`, `waiting`, `hand_over`), `release`, `upkeep` (`maintenance`, `recycling`), `control`, `adoption`,
//! `watching` (`figures`, `snapshot`). A [`Conversation`] carries one call of acquire from its first question to its end, and
//! [`BySlot`] and [`ByWaiter`] are what a shell keeps beside. [`KeptResources`] is what outlives a pool.

mod adoption;
mod answers;
mod callers;
mod control;
mod ids;
mod keeping;
mod keyed;
mod list;
mod pool_core;
mod release;
mod settings;
mod slots;
mod upkeep;
mod watching;

pub use adoption::Ages;
pub use answers::{After, Next, Patience, Reason, Refusal, RoundStep, Tick, Verdict};
pub use callers::{
    conversation::{Conversation, Creation, Denial, Step, Told},
    hand_over::HandOver,
    limit::AcquireLimit,
};
pub use ids::{SlotId, WaiterId};
pub use keeping::KeptResources;
pub use keyed::{BySlot, ByWaiter};
pub use pool_core::Core;
pub use settings::{Backoff, ChecksAtOnce, IdleOrder, Settings};
pub use watching::{
    report::{Report, Situation, TimeoutMessage},
    snapshot::{SlotUse, SlotView},
    stats::{Counters, Stats},
};
