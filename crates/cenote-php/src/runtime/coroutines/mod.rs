//! What coroutines there are: each one's state, stack, result and scope, and who is to run.

pub(super) mod alarms;
pub(super) mod carrier;
pub(super) mod completion;
pub(super) mod coroutine;
pub(super) mod fiber_flows;
pub(super) mod interrupted;
pub(super) mod scheduler;
pub(super) mod scope;
pub(super) mod spawning;
pub(super) mod states;
pub(super) mod timers;
pub(super) mod uses;
