//! The texts for extensions in C.

use super::abi::zend_async_circuit_state_t;
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
