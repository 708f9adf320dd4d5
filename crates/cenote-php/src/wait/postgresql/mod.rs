//! What PostgreSQL servers say in between, read where libpq receives it.

pub(super) mod calls;
pub(super) mod refusals;
pub(super) mod settings_told;
