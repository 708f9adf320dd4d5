//! What the engine keeps in globals and marks while it runs user code, and what of that belongs to one coroutine and goes with it
//! (SPEC 30.11, 30.16).

pub(super) mod comparator;
pub(super) mod engine_state;
pub(super) mod extension_calls;
pub(super) mod handlers;
pub(super) mod interrupt;
pub(super) mod output;
pub(super) mod recursion;
pub(super) mod reentry;
pub(super) mod skipped_opcode;
pub(super) mod statics;
