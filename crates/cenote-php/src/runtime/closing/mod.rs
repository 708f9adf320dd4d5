//! Who is inside a call with what, and how somebody closes, changes or reads that all the same (SPEC 28.6 to 28.9).

pub(super) mod claims;
pub(super) mod guarded_functions;
pub(super) mod inside;
pub(super) mod things;
pub(super) mod vacating;
