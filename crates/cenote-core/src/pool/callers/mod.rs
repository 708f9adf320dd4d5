//! The callers of acquire: from the call to the resource, in the order in which they parked (SPEC 5, 6, 7).

pub(super) mod acquire;
pub(super) mod conversation;
pub(super) mod hand_over;
pub(super) mod limit;
pub(super) mod queue;
pub(super) mod waiting;
