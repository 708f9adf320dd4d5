//! A user's Fibers as coroutines of their own (SPEC 46).

pub(super) mod fibers;
pub(super) mod methods;
