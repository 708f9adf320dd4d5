//! Channels.

mod channel;
pub(super) mod channel_class;
mod close_reason;
mod starvation;
