//! Signals: what one does to waits, who listens, and the handlers of `pcntl_signal()`.

pub(super) mod interrupt_later;
pub(super) mod listeners;
pub(super) mod pcntl_handlers;
pub(super) mod signals;
