//! How coroutines are ended from outside: what one is asked to obey, what holds a cancellation back, and the end of the whole
//! program before its time.

pub(super) mod requests;
pub(super) mod shielding;
pub(super) mod shutdown;
