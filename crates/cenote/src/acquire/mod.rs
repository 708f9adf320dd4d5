//! From the call of acquire to the resource: fast path, waiting, creation (SPEC 5, 6, 7, 32).

pub(crate) mod bounded;
pub(crate) mod call;
pub(crate) mod conversation;
pub(crate) mod creation;
pub(crate) mod making;
pub(crate) mod step;
pub(crate) mod wait;
