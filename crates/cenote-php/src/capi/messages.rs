//! The texts for extensions in C.

use super::abi::{zend_async_circuit_state_t, zend_async_pool_event_t};
use crate::zend::Message;

/// `\ValueError`, for the author of an extension in C.
///
/// `ZEND_ASYNC_NEW_POOL_EX()` was called with NULL.
///
/// Start from `ZEND_ASYNC_POOL_OPTIONS_INIT`.
pub(super) const NO_OPTIONS: Message = Message::fixed(
    "The options of a new pool must not be NULL: start from ZEND_ASYNC_POOL_OPTIONS_INIT",
);

/// `\ValueError`, for the author of an extension in C.
///
/// The first member does not hold the size of the struct.
///
/// Start from `ZEND_ASYNC_POOL_OPTIONS_INIT`.
pub(super) fn options_too_small(size: usize, known: usize) -> Message {
    Message::made(format!(
        "The options of a new pool say size={size}, but version 1.0 has {known} bytes: start from ZEND_ASYNC_POOL_OPTIONS_INIT"
    ))
}

/// `\ValueError`, for the user of an extension in C.
///
/// The extension was built for a newer cenote, and uses what this one does not have.
///
/// Update cenote.
pub(super) const UNKNOWN_OPTION: Message = Message::fixed(
    "The options of a new pool set a member that this cenote does not know: update cenote",
);

/// `\ValueError`, for the author of an extension in C.
///
/// The pool has nothing to make resources with.
///
/// Set `factory`.
pub(super) const NO_FACTORY: Message =
    Message::fixed("The options of a new pool have no factory: it must not be NULL");

/// `\ValueError`, for the author of an extension in C.
///
/// A number is out of range. No pool was made.
///
/// The bounds are those of `Async\Pool`'s constructor.
pub(super) fn options_out_of_range(member: &str, problem: &Message) -> Message {
    Message::made(format!("The options of a new pool are out of range: {member} {problem}"))
}

/// `\ValueError`, for the author of an extension in C.
///
/// `ZEND_ASYNC_POOL_ACQUIRE` with a negative time.
///
/// Milliseconds, or one of the header's constants.
pub(super) fn negative_timeout(timeout: i64) -> Message {
    Message::made(format!("The timeout of an acquire must be >= 0 ms, {timeout} given"))
}

/// `\ValueError`, for the author of an extension in C.
///
/// `ZEND_ASYNC_POOL_SET_STATE` with a number that is no state.
///
/// Use `ZEND_ASYNC_CIRCUIT_ACTIVE`, `_INACTIVE` or `_RECOVERING`.
pub(super) fn no_breaker_state(state: zend_async_circuit_state_t) -> Message {
    Message::made(format!(
        "{state} is not a state of a circuit breaker: use one of the constants ZEND_ASYNC_CIRCUIT_…"
    ))
}

/// Warning.
///
/// A hook that an extension in C has set with `ZEND_ASYNC_AT_COROUTINE_END` threw, and nobody is there to catch it.
///
/// Report it to that extension's author.
pub(super) fn end_hook_threw(class: &str, message: &str) -> Message {
    Message::made(format!(
        "cenote: an extension's hook at the end of a coroutine threw {class}: {message}"
    ))
}

/// `\ValueError`, for the author of an extension in C.
///
/// `ZEND_ASYNC_POOL_EVENT` with a number that is no kind of event.
///
/// Use `ZEND_ASYNC_POOL_EVENT_FREE` or `ZEND_ASYNC_POOL_EVENT_CLOSED`.
pub(super) fn no_pool_event(kind: zend_async_pool_event_t) -> Message {
    Message::made(format!(
        "{kind} is not an event of a pool: use one of the constants ZEND_ASYNC_POOL_EVENT_…"
    ))
}

/// `\ValueError`, for the author of an extension in C.
///
/// `ZEND_ASYNC_NEW_TIMER_EVENT_EX` with bits that mean nothing.
///
/// Combine `ZEND_ASYNC_TIMER_PERIODIC` and `ZEND_ASYNC_TIMER_BACKGROUND`, or pass 0.
pub(super) fn no_timer_flags(flags: u32) -> Message {
    Message::made(format!(
        "{flags} are not flags of a timer: combine the constants ZEND_ASYNC_TIMER_…, or pass 0"
    ))
}

/// `\ValueError`, for the author of an extension in C.
///
/// A timer with a negative time, or a periodic one without a period.
///
/// Milliseconds: 0 or more, for a periodic timer 1 or more.
pub(super) fn timer_out_of_range(time: i64) -> Message {
    Message::made(format!(
        "The time of a timer must be >= 0 ms, that of a periodic one >= 1 ms, {time} given"
    ))
}

/// `\ValueError`, for the author of an extension in C.
///
/// `ZEND_ASYNC_EVENT_ADD_CALLBACK` has nothing to call.
///
/// Pass a function.
pub(super) const NO_EVENT_CALLBACK: Message =
    Message::fixed("The callback of an event must not be NULL");

/// `\ValueError`, for the author of an extension in C.
///
/// `ZEND_ASYNC_WAIT` without an event.
///
/// Pass at least one.
pub(super) const NOTHING_TO_WAIT_FOR: Message =
    Message::fixed("A wait needs at least one event: the list must not be empty");

/// `\ValueError`, for the author of an extension in C.
///
/// `ZEND_ASYNC_WAIT` with a negative time.
///
/// Milliseconds; 0 waits without limit.
pub(super) fn negative_wait(timeout: i64) -> Message {
    Message::made(format!("The timeout of a wait must be >= 0 ms, {timeout} given"))
}

/// `\Error`, for the author of an extension in C.
///
/// `ZEND_ASYNC_EVENT_DISPOSE` was called for an event while a coroutine waited for it.
///
/// Stop those who wait first, or keep the event until they are done.
pub(super) const EVENT_DISPOSED: Message =
    Message::fixed("An event that a coroutine waited for was disposed of");

/// Warning.
///
/// A callback of an event, which an extension in C has added, threw, and nobody is there to catch it.
///
/// Report it to that extension's author.
pub(super) fn event_callback_threw(class: &str, message: &str) -> Message {
    Message::made(format!("cenote: an extension's callback of an event threw {class}: {message}"))
}
