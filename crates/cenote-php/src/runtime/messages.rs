//! The texts of coroutines, and of what they wait for.

use crate::zend::{ClassRef, Message};

/// `\Error`, where something would have to wait.
///
/// The engine allows no switch at this place: inside a destructor (before PHP 8.4) or a tick function; or
/// inside a signal handler that runs there, or that runs before anything was spawned.
///
/// Do it elsewhere, or in a coroutine that is spawned there: it runs as soon as switching is possible again.
pub(super) const IN_DESTRUCTOR: Message = Message::fixed(
    "Cannot wait here: PHP forbids switching inside destructors (before 8.4) \
     and tick functions, and in signal handlers there or before the first spawn. Do what waits outside of them, or in a coroutine spawned there",
);

/// `\Error`, where something would have to wait.
///
/// An error handler, an output callback or `__toString()` waits that was called while PHP compiles, reads an ini file,
/// highlights a source, packs or unpacks the session, or is in one of these functions: what they use exists only once.
///
/// Do it in a coroutine that is spawned there: it runs as soon as the function or the compilation has ended.
pub(super) const IN_CLOSED_SECTION: Message = Message::fixed(
    "Cannot wait here: PHP is compiling, scanning an ini file or a source, packing the session, or inside array_multisort(), \
     mb_ereg_replace_callback(), DOMDocument::save(), XSLTProcessor::importStylesheet() or \
     Phar::buildFromIterator(), and cannot do that for two coroutines at once. Do what waits in a coroutine spawned here",
);

/// `\Error`, where something would have to wait.
///
/// A function or collation that is registered on a pooled PDO waits, and the database has `cache=shared`: SQLite holds locks
/// meanwhile that are the whole process's.
///
/// Do it before or after the query, or in a coroutine that is spawned there; or use a database in a file.
pub(super) const IN_LOCKED_LIBRARY: Message = Message::fixed(
    "Cannot wait here: SQLite is in the middle of a call on a database with cache=shared, and holds locks of the whole process. \
     Do what waits outside of the functions that SQLite calls, or in a coroutine spawned there",
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
/// in one of these functions, and there are coroutines: they would use what this Fiber is using.
///
/// Suspend after it.
pub(super) const SUSPEND_IN_CLOSED_SECTION: Message = Message::fixed(
    "Cannot suspend a Fiber while PHP is compiling, scanning an ini file or a source, packing the session, or inside \
     array_multisort(), mb_ereg_replace_callback(), DOMDocument::save(), XSLTProcessor::importStylesheet() or Phar::buildFromIterator(), \
     once there are coroutines: it cannot do that for two of them at once. Suspend after it",
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

/// Argument of `Async\make_coroutine_local()`, `\ValueError`.
///
/// The class has no static property of that name, or the class is one of PHP's own.
///
/// Name static properties as they are declared, without the dollar sign.
pub(super) fn no_static_property(class: ClassRef, name: &[u8]) -> Message {
    let (class, name) = (class.name(), String::from_utf8_lossy(name));
    Message::made(format!(
        "must name a static property of the script's class {class}; {name} is none"
    ))
}

/// `\Error`, where something would have to wait, and from `spawn()`.
///
/// The script is over and its destructors have been called. Output callbacks, session handlers and streams that are closed
/// now can neither wait nor spawn.
///
/// Close streams, the session and output buffers with callbacks before the end of the script.
pub(super) const AFTER_THE_END: Message = Message::fixed(
    "The script is over: what the engine still calls while it cleans up can neither wait \
     nor spawn. Close streams and end objects before the end of the script",
);

/// `Async\AsyncException`, in the coroutine that came second; the first sees an error of its client library.
///
/// Two coroutines used one connection of a client library at the same time. The connection was shut down.
///
/// One connection for each coroutine: a pooled PDO, or an [`Async\Pool`](../guide/pool.md) of clients.
pub(super) const SHARED_CONNECTION: Message = Message::fixed(
    "This connection is in use: another coroutine waits on it inside its client library. It was \
     shut down, as its next answer could have gone to either. Use one connection per coroutine, from a pool for instance",
);

/// `Async\AsyncException`, from a function that sends something on a PostgreSQL connection, takes a result from it, or closes it.
///
/// libpq is in the middle of another call on this connection, and has called the code that does this: an error handler or a callback
/// for notices. (Or that code waits, and another coroutine does.) Nothing was done, and the call goes on.
///
/// Use another connection there.
pub(super) const CONNECTION_IN_CALL: Message = Message::fixed(
    "This connection is in use: libpq is in the middle of a call on it, and tells of a notice meanwhile. Nothing was \
     sent, and it was not closed. Use another connection in error handlers and callbacks for notices",
);

/// `Async\AsyncException`, from a function that closes or changes a stream, a socket or a client.
///
/// Another coroutine is in the middle of a call on it that cannot be ended at this moment: PHP code that the call has called
/// waits, or the function changes what the call uses (connects again, sets an option). Nothing was done.
///
/// Wait for that coroutine first, or cancel it.
pub(super) fn in_use(function: &str, user: u64, spawned: &str, inside: &str) -> Message {
    Message::made(format!(
        "{function}() is refused: coroutine #{user} (spawned at {spawned}) is inside {inside} with it. Nothing was changed; \
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

/// `Async\DeadlockError`, with which the program ends.
///
/// Everybody waited, and nothing could wake anybody: no timer, no descriptor, no coroutine that could run. Unless
/// `async.debug_deadlock` is 0, each one is listed with where it was spawned and where it waited; the pools in which some of them
/// waited for a place follow, with their figures.
///
/// Look who in the list should have woken whom: a `recv()` without sender, a coroutine that awaits one that awaits it, a pool
/// that does not get back what was taken ([troubleshooting](../guide/troubleshooting.md)).
pub(super) fn deadlock(waiting: usize, list: &str) -> Message {
    Message::made(format!(
        "Deadlock detected: no active coroutines, {waiting} coroutines in waiting{list}"
    ))
}

/// `Async\AsyncCancellation`, in each coroutine of a deadlock and in the main script, if it waited.
///
/// Its previous exception is the `DeadlockError` with which the program will end.
///
/// See the `DeadlockError`.
pub(super) const PART_OF_A_DEADLOCK: Message = Message::fixed("Deadlock detected");

/// `Async\AsyncCancellation`, in each coroutine and in the main script.
///
/// `graceful_shutdown()` was called, or a coroutine failed with an error that nobody handles.
///
/// Let it pass; clean up in `finally`.
pub(super) const GRACEFUL_SHUTDOWN: Message = Message::fixed("Graceful shutdown");

/// `Async\AsyncException`, as the result of the coroutine that could not start.
///
/// The system gives no more memory mappings for stacks.
///
/// Run fewer at a time, or raise `vm.max_map_count`: [Sizing](../guide/sizing.md#how-many-coroutines).
pub(super) fn no_stack(alive: usize) -> Message {
    Message::made(format!(
        "No stack for a new coroutine: {alive} coroutines are alive, and the system gives no more memory mappings. \
         Run fewer at a time, or raise vm.max_map_count (two mappings are used for each parked coroutine) or the \
         memory limit of the process"
    ))
}

/// Fatal error, with which the program ends once all coroutines are cancelled and over; with `cenote.unhandled=report` a warning, as the
/// others run on. The exit code is 255.
///
/// A coroutine ended with an exception that no scope handled, and nobody can await it any more.
///
/// Await the coroutine, catch inside it, or set a handler: of its scope, or with `set_exception_handler()`.
pub(super) fn uncaught(exception: &str, number: u64, spawned_at: &str) -> Message {
    Message::made(format!(
        "Uncaught {exception}\n  thrown in coroutine #{number}, spawned at {spawned_at},"
    ))
}

/// `Async\AsyncCancellation`, from awaiting the coroutine of a Fiber.
///
/// The Fiber was destroyed while it was suspended: nobody held it any more, or the script ended.
///
/// Keep the Fiber until it has returned.
pub(super) const FIBER_DESTROYED: Message =
    Message::fixed("Cancelled: the Fiber was destroyed before its end");

/// `Async\AsyncCancellation`, in the coroutines of a scope.
///
/// Their scope, or one above it, was cancelled or disposed.
///
/// Let it pass; clean up in `finally`.
pub(super) const SCOPE_CANCELLED: Message = Message::fixed("Scope was cancelled");

/// `Async\AsyncCancellation`, in the coroutines of a scope.
///
/// The last reference to their Scope object is gone.
///
/// Keep the object for as long as its coroutines are to run.
pub(super) const SCOPE_DROPPED: Message =
    Message::fixed("Scope is being disposed due to object destruction");

/// `Async\AsyncCancellation`, in the coroutines of a scope.
///
/// `disposeAfterTimeout()` has disposed their scope.
///
/// Allow more time, or let it pass.
pub(super) const SCOPE_TIMED_OUT: Message =
    Message::fixed("Scope has been disposed due to timeout");

/// Warning in the log, with `cenote.block_threshold_ms` in php.ini.
///
/// For so long one coroutine ran, or was in a call that blocked, and others that could have run did not. Where it was is what was seen
/// for certain. Each place is logged once, and at most one in a second.
///
/// A call that blocks: [take one that lets others run](../guide/waiting.md), or do it in another process. Long computing: `Async\suspend()` in
/// between lets others run.
pub(super) fn blocked(wall: &str, r#where: &str, cpu: &str, remedy: &str) -> Message {
    Message::made(format!(
        "A coroutine has blocked all others for {wall} ms {where}; CPU {cpu} ms. {remedy} (cenote.block_threshold_ms)"
    ))
}
