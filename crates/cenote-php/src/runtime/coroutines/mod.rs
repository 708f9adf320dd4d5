//! One coroutine: what it is, its C stack, its life, its result, and whom it belongs to.

pub(super) mod carrier;
pub(super) mod completion;
pub(super) mod coroutine;
pub(super) mod finally;
pub(super) mod lifecycle;
pub(super) mod scope;
