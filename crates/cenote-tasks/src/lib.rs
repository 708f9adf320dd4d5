//! Coroutines: who runs next, who waits for whom, who is told, who is cancelled.
//!
//! Pure state: no engine, no clock, no I/O. The shell (the extension) holds values and coroutines, tells what happened,
//! and carries out the answers: whom to wake, whom to cancel, what to return.
//!
//! | module | is told | answers |
//! |---|---|---|
//! | [`gather`] | a trigger ended; no more come | whether the wait is over, and which results count |
//! | [`channel`] | send, receive, leave, close | whether to wait, and whom to wake |
//! | [`scope`] | a coroutine came or ended; a scope was cancelled | who is cancelled, and whether a scope is finished or closed |
//! | [`turns`] | somebody asks for its turn, or leaves | whether it has it, and who has it next |
//! | [`group`] | a task was added or has settled | whether it starts now, and which one starts next |
//! | [`numbered`] | a value comes, or is taken out | the value of a number |
//! | [`run_queue`] | somebody is ready, or leaves | who runs next |
//! | [`timers`] | a timer is armed or disarmed; the time | what is due, and whether somebody waits for one |
//! | [`file_changes`] | a file changed; the time | what somebody who watches is told, and when
//! | [`admission`] | how long runs took | how many a look at descriptors may wake |

#![forbid(unsafe_code)]

pub mod admission;
pub mod channel;
pub mod file_changes;
pub mod gather;
pub mod group;
pub mod numbered;
pub mod run_queue;
pub mod scope;
pub mod timers;
pub mod turns;
