//! Between libpq and its servers: what they say in between, and that a connection is in one call at a time.

pub(super) mod calls;
pub(super) mod refusals;
pub(super) mod settings_told;
