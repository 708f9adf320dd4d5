//! Handlers of `pcntl_signal()`, and where the engine's interrupt comes.

pub(super) mod engine_interrupt;
pub(super) mod interrupt_later;
mod interrupt_place;
pub(super) mod pcntl_functions;
pub(super) mod pcntl_handlers;
mod ticks;
