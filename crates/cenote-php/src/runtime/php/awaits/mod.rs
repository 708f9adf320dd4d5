//! Awaiting: one result, several, and for how long.

pub(in crate::runtime) mod awaiting;
pub(in crate::runtime) mod awaiting_several;
pub(in crate::runtime) mod iterate;
pub(in crate::runtime) mod timeout;
pub(in crate::runtime) mod within;
