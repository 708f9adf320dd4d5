//! Who is there, who runs next and for how long, and what if nobody can.

pub(super) mod deadlock;
pub(super) mod scheduler;
pub(super) mod slices;
pub(super) mod switching;
pub(super) mod timers;
