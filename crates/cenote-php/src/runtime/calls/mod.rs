//! What the calls of extensions' functions work on, and who is inside one (SPEC 28.6).

pub(super) mod inside;
pub(super) mod intents;
pub(super) mod things;
