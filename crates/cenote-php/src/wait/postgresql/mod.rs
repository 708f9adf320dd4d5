//! Between libpq and its servers: what they say in between, and whom a forked child must not speak to.

pub(super) mod calls;
pub(super) mod forked;
pub(super) mod refusals;
pub(super) mod settings_told;
