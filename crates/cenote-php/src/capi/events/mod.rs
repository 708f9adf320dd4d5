//! Events: what C code can be told of, and wait for, besides an acquire (SPEC 31.9 to 31.14).
//!
//! | file | what |
//! |---|---|
//! | [`event`] | what a `zend_async_event_t` is, when it fires, and when it ends |
//! | [`listeners`] | the callbacks of an event, which may be removed while they are called |
//! | [`timer`] | the clock behind a timer event |
//! | [`pool_watch`] | the events that listen to a pool |
//! | [`waiting`] | ZEND_ASYNC_WAIT |
//!
//! An event fires between two runs of coroutines, where nothing of the engine may be called. So firing only wakes those who
//! wait, and has a coroutine call the callbacks, which may wait and do anything to the event and to its pool.

mod event;
mod listeners;
mod pool_watch;
mod timer;
mod waiting;

pub(super) use event::{Event, Kind, end_request};
pub(super) use listeners::Listener;
pub(super) use pool_watch::PoolWatch;
pub(super) use timer::Timer;
pub(super) use waiting::wait;
