//! The pool: slots, waiters and grants.

mod answers;

mod ids;
mod pool_core;
mod report;
mod settings;
mod stats;

pub use answers::{After, Next, Patience, Reason, Refusal, RoundStep, Tick, Verdict};
pub use ids::{SlotId, WaiterId};
pub use pool_core::Core;
pub use report::{Report, TimeoutMessage};
pub use settings::{Backoff, IdleOrder, Settings};
pub use stats::{Counters, Stats};
