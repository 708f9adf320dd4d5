//! Results that are not a coroutine's: what PHP code fixes, what is made of another one, the next arrival of a signal.

pub(in crate::runtime) mod derived_future;
pub(in crate::runtime) mod future;
pub(in crate::runtime) mod signal;
