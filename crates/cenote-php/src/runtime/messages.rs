//! The texts of coroutines, and of what they wait for.

use crate::zend::Message;

/// `\Error`, where something would have to wait.
///
/// The engine allows no switch at this place: inside a destructor (before PHP 8.4), a signal handler, a tick function or the
/// garbage collector.
///
/// Do it elsewhere, or in a coroutine that is spawned there: it runs as soon as switching is possible again.
pub(super) const IN_DESTRUCTOR: Message = Message::fixed(
    "Cannot wait here: PHP forbids switching inside destructors (before 8.4), signal handlers, \
     tick functions and the collector. Do what waits outside of them, or in a coroutine spawned there",
);

/// `\Error`, where something would have to wait.
///
/// An error handler, an output callback or `__toString()` waits that was called while PHP compiles, reads an ini file,
/// highlights a source, or is in `array_multisort()` or `mb_ereg_replace_callback()`: what these use exists only once.
///
/// Do it in a coroutine that is spawned there: it runs as soon as the function or the compilation has ended.
pub(super) const IN_CLOSED_SECTION: Message = Message::fixed(
    "Cannot wait here: PHP is compiling, scanning an ini file or a source, or inside array_multisort() or \
     mb_ereg_replace_callback(), and cannot do that for two coroutines at once. Do what waits in a coroutine spawned here",
);

/// `\Error`, where something would have to wait.
///
/// A callback of `ob_start()` waits, and its buffer is one that several coroutines write to: they could not wait for it.
///
/// Start the buffer in the coroutine that uses it alone.
pub(super) const IN_OUTPUT_CALLBACK: Message = Message::fixed(
    "Cannot wait here: this output callback belongs to a buffer that other coroutines write to as \
     well, and they cannot wait for it. Start the buffer in the coroutine that uses it alone",
);

/// `FiberError`, from `Fiber::suspend()`.
///
/// An error handler, an output callback or `__toString()` suspends its Fiber while PHP compiles, scans an ini file or a source, or is
/// in `array_multisort()` or `mb_ereg_replace_callback()`, and there are coroutines: they would use what this Fiber is using.
///
/// Suspend after it.
pub(super) const SUSPEND_IN_CLOSED_SECTION: Message = Message::fixed(
    "Cannot suspend a Fiber while PHP is compiling, scanning an ini file or a source, or inside array_multisort() or \
     mb_ereg_replace_callback(), once there are coroutines: it cannot do that for two of them at once. Suspend after it",
);

/// `\FiberError`, thrown by `Fiber::suspend()`.
///
/// A callback of `ob_start()` runs in the Fiber: resumed by another coroutine, it would go on with that one's buffers.
///
/// Suspend outside of the callback; waiting in it (`delay()`, a query) is possible.
pub(super) const SUSPEND_IN_OUTPUT_CALLBACK: Message = Message::fixed(
    "Cannot suspend a fiber inside an output callback: another coroutine may resume it, and has other buffers. \
     Suspend outside of the callback, or wait in it by Async\\delay() and the like",
);

/// `\Error`, where something would have to wait, and from `spawn()`.
///
/// The script is over and the engine cleans up: destructors and streams that are closed now can neither wait nor spawn.
///
/// Close streams and give up objects that have work left before the end of the script.
pub(super) const AFTER_THE_END: Message = Message::fixed(
    "The script is over: what the engine still calls while it cleans up can neither wait \
     nor spawn. Close streams and end objects before the end of the script",
);

/// `Async\AsyncException`, in the coroutine that came second; the first sees an error of its client library.
///
/// Two coroutines used one connection of a client library at the same time. The connection was shut down.
///
/// One connection for each coroutine: a pooled PDO, or an [`Async\Pool`](pool.md) of clients.
pub(super) const SHARED_CONNECTION: Message = Message::fixed(
    "This connection is in use: another coroutine waits on it inside its client library. It was \
     shut down, as its next answer could have gone to either. Use one connection per coroutine, from a pool for instance",
);

/// `Async\AsyncException`, from a function that closes or changes a stream, a socket or a client.
///
/// Another coroutine is in the middle of a call on it that cannot be ended at this moment: PHP code that the call has called
/// waits, or the function changes what the call uses (connects again, sets an option). Nothing was done.
///
/// Wait for that coroutine first, or cancel it.
pub(super) fn in_use(function: &str, user: u64, spawned: &str, inside: &str) -> Message {
    Message::made(format!(
        "{function}() is refused: coroutine #{user} (spawned at {spawned}) is inside {inside}() with it. Nothing was changed; \
         wait for that coroutine, or cancel it"
    ))
}

/// `Async\AsyncException`, in a coroutine that uses a stream, a socket or a client.
///
/// Another coroutine closes it. The call that this one was in has failed already, and this is the next one.
///
/// Look at what a call on a stream or client returns before the next one.
pub(super) const CLOSED_BY_ANOTHER_COROUTINE: Message = Message::fixed(
    "Another coroutine is closing what this call uses. The call before has failed for the same reason: \
     look at its result, and leave the loop",
);

/// Argument of `await_all()` and its like, `\TypeError`.
///
/// Something in the array is no coroutine, future or timeout.
///
/// Pass what `spawn()` returned, not the callable and not its result.
pub(super) fn not_completable(given: &str, key: &str) -> Message {
    Message::made(format!(
        "must contain only Async\\Completable objects, {given} given at key {key}"
    ))
}

/// `Async\AsyncException`, from `Channel::send()`.
///
/// Somebody has closed the channel; the value was not sent.
///
/// Close a channel once everybody has sent: the sender closes, not the receiver.
pub(super) const SENT_TO_CLOSED_CHANNEL: Message =
    Message::fixed("Channel is closed: the value was not sent, and nothing can be sent any more");

/// `Async\AsyncException`, from `Channel::recv()`.
///
/// The channel is closed, and all that was sent has been received.
///
/// That is how a receiver learns of the end: catch it, and leave the loop.
pub(super) const CLOSED_CHANNEL_IS_EMPTY: Message =
    Message::fixed("Channel is closed and empty: everything that was sent has been received");

/// `\Error`.
///
/// A channel, future or the like is used from inside its constructor: by an error handler that found it in a backtrace.
///
/// Use what `new` returns.
pub(super) fn not_initialised(class: &str) -> Message {
    Message::made(format!(
        "{class} is not initialised: its constructor was not called; make it with new"
    ))
}

/// `\Error`.
///
/// The constructor was called on an object that is in use. The channel is as it was.
///
/// Make a new channel.
pub(super) const CHANNEL_CONSTRUCTED_TWICE: Message = Message::fixed(
    "Async\\Channel::__construct() can be called only once: make a new channel instead",
);

/// `\Error`.
///
/// The constructor was called on an object that is in use. The future is as it was.
///
/// Make a new future.
pub(super) const FUTURE_CONSTRUCTED_TWICE: Message = Message::fixed(
    "Async\\Future::__construct() can be called only once: make a new future instead",
);

/// `\Error`.
///
/// `new Async\Coroutine` was tried.
///
/// `Async\spawn()` makes coroutines.
pub(super) const SPAWN_MAKES_COROUTINES: Message =
    Message::fixed("Cannot directly construct Async\\Coroutine: use Async\\spawn()");

/// `\Error`.
///
/// `new Async\Timeout` was tried.
///
/// `Async\timeout()` makes them.
pub(super) const TIMEOUT_MAKES_TIMEOUTS: Message =
    Message::fixed("Cannot directly construct Async\\Timeout: use Async\\timeout()");

/// `Async\AsyncCancellation`, an `\Error`, where the coroutine waits.
///
/// `$coroutine->cancel()` was called without an exception of the caller's own. The trace shows where.
///
/// Let it pass; `finally` blocks run. If it appears where nobody should cancel, the trace says who did.
pub(super) const CANCELLED: Message = Message::fixed("The coroutine was cancelled");

/// `\Error`, from `await()`.
///
/// A coroutine awaits itself, and would wait for ever.
///
/// Await it from another coroutine or from the main script.
pub(super) const AWAITS_ITSELF: Message =
    Message::fixed("A coroutine cannot await itself: it would wait for its own end");

/// `Async\OperationCanceledException`, from `await($x, timeout(…))`; the timeout's own exception is behind it.
///
/// The result was not there in time. What was awaited runs on.
///
/// Await it again, cancel it, or leave it; allow more time.
pub(super) fn timeout_ended_the_waiting(milliseconds: i64) -> Message {
    Message::made(format!(
        "The waiting was ended by its timeout of {milliseconds} ms; what was awaited runs on"
    ))
}

/// `Async\OperationCanceledException`, from `await($x, $cancel)`; what `$cancel` failed with is behind it.
///
/// `$cancel` was completed before the result was there. What was awaited runs on.
///
/// Await it again, cancel it, or leave it.
pub(super) const TOKEN_ENDED_THE_WAITING: Message =
    Message::fixed("The waiting was ended by its cancellation token; what was awaited runs on");

/// `Async\AsyncException`, from awaiting a `timeout()`, and behind an `OperationCanceledException`.
///
/// The time is over.
///
/// Nothing, if that is what you waited for.
pub(super) fn timeout_expired(milliseconds: i64) -> Message {
    Message::made(format!("Timeout of {milliseconds} ms has expired"))
}

/// `Async\DeadlockError`, in the main script.
///
/// Everybody waits, and nothing can wake anybody: no timer, no descriptor, no coroutine that could run. Each one is listed with
/// where it was spawned and where it waits; the pools in which some of them wait for a place follow, with their figures.
///
/// Look who in the list should have woken whom: a `recv()` without sender, a coroutine that awaits one that awaits it, a pool
/// that does not get back what was taken ([troubleshooting](troubleshooting.md)).
pub(super) fn deadlock(list: &str) -> Message {
    Message::made(format!(
        "Deadlock: nothing can run any more. Each of these waits for what only another could bring \
         (a result, a message, a place in a pool that somebody does not give back){list}"
    ))
}

/// `Async\AsyncCancellation`, in each coroutine of a deadlock.
///
/// The main script got a `DeadlockError`, and the others are ended.
///
/// See the `DeadlockError`.
pub(super) const PART_OF_A_DEADLOCK: Message = Message::fixed(
    "Cancelled: the script is in a deadlock, and this coroutine is part of it. The main script's Async\\DeadlockError \
     lists all of them",
);

/// `Async\AsyncException`, as the result of the coroutine that could not start.
///
/// The system gives no more memory mappings for stacks.
///
/// Run fewer at a time, or raise `vm.max_map_count`: [Sizing](sizing.md#how-many-coroutines).
pub(super) fn no_stack(alive: usize) -> Message {
    Message::made(format!(
        "No stack for a new coroutine: {alive} coroutines are alive, and the system gives no more memory mappings. \
         Run fewer at a time, or raise vm.max_map_count (two mappings are used for each parked coroutine) or the \
         memory limit of the process"
    ))
}

/// Fatal error, after which the others run on; the exit code is 255.
///
/// A coroutine ended with an exception, and nobody can await it any more.
///
/// Await the coroutine, catch inside it, or set a handler with `set_exception_handler()`.
pub(super) fn uncaught(exception: &str, number: u64, spawned_at: &str) -> Message {
    Message::made(format!(
        "Uncaught {exception}\n  thrown in coroutine #{number}, spawned at {spawned_at},"
    ))
}
