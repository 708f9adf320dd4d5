//! What happens without a caller: creation ahead of time and its limits, rounds, age, idle time (SPEC 4, 13, 32).

pub(super) mod creation;
pub(super) mod maintenance;
pub(super) mod recycling;
pub(super) mod schedule;
