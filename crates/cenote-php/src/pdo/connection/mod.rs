//! The state of a pooled object: the template that the user holds, its connections, and which coroutine has which. Nothing here
//! decides when a connection moves; the core does, by its session.

pub(super) mod asking;
pub(super) mod binding;
mod call_limit;
mod cut_off;
pub(super) mod dead_statements;
pub(super) mod last_statement;
pub(super) mod pooled;
pub(super) mod process_pools;
pub(super) mod shared_pool;
pub(super) mod template;
pub(super) mod texts;
