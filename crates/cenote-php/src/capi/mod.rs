//! The pool for other extensions (SPEC 31): what `include/zend_async_pool.h` promises.
//!
//! | file | what |
//! |---|---|
//! | [`abi`] | the header's types, made from the header when cenote is built |
//! | [`table`], [`event_table`] | the exported function table, and the door through which each call comes in |
//! | [`pool`] | what a `zend_async_pool_t` is, and when it ends |
//! | [`options`] | what a pool is made with |
//! | [`callbacks`], [`strategy`] | calling C |
//! | [`events`] | being told of a pool and of timers, and waiting for the first of several |
//! | [`coroutine`] | what a C extension asks of coroutines |
//!
//! The header is the one place where the ABI is written down. `build.rs` makes the Rust types from it, with an assertion
//! for each size and offset, and the table is a constant of such a type: what does not fit does not compile.
//!
//! A C pool is a [`Pool`](crate::pool::Pool) like any other, whose callbacks are function pointers. There is no PHP
//! call on the way, and the resources, which C code gives back as zvals, are found by value, as those of PHP code are.

mod abi;
mod callbacks;
mod coroutine;
mod event_table;
mod events;
mod messages;
mod options;
mod pool;
mod strategy;
mod table;

pub(crate) use pool::end_request;
pub(crate) use table::version;
