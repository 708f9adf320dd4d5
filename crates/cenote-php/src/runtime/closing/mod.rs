//! How somebody closes, changes or reads what another coroutine is inside of (SPEC 28.6 to 28.9).

pub(super) mod claims;
pub(super) mod guarded_functions;
pub(super) mod vacating;
