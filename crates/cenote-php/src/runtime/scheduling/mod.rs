//! Parking, who runs next, and what if nobody can.

pub(super) mod abandoning;
mod between;
pub(super) mod deadlock;
pub(super) mod due;
pub(super) mod listeners;
mod parked_frames;
pub(super) mod parking;
pub(super) mod signals;
pub(super) mod sleep;
pub(super) mod switching;
