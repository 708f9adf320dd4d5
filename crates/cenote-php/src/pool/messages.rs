//! The texts of pools. Some are fixed to the letter by the specification (SPEC 2.6, 5.1, 5.2, 5.7, 9.6).

use crate::zend::Message;
use cenote_core::{Report, TimeoutMessage};

/// "No resource within ‹limit› ms: ‹report›; last factory error: ‹error›; the longest hold was taken at ‹place›"
///
/// `Async\TimeoutException`; from a pooled PDO a `PDOException`, SQLSTATE HYT00, which also says what holds a connection.
///
/// Everything was out for longer than the caller would wait. The figures are the state at that moment, the caller counted as
/// waiting.
///
/// [By figures](../guide/troubleshooting.md): somebody does not give back, the pool is too small, or nothing can be made (then the last
/// factory error stands here). `cenote.leak_threshold_ms = 1` adds where the longest hold was taken.
pub(super) fn no_resource_in_time(figures: TimeoutMessage) -> Message {
    Message::made(figures.to_string())
}

/// `Async\PoolException`; from a pooled PDO a `PDOException`, SQLSTATE HY000.
///
/// As many callers wait as `maxWaiters` allows.
///
/// Shed load as you would on a full server; or raise `maxWaiters`, or `max`.
pub(super) fn too_many_waiters(limit: u32, report: Report) -> Message {
    Message::made(format!("Too many callers wait for a resource (maxWaiters={limit}): {report}"))
}

/// `Async\PoolException`; behind a `PDOException` with SQLSTATE HYT00.
///
/// Everything is out, and the caller is where the engine allows no switch: inside a destructor (before PHP 8.4) or a tick
/// function.
///
/// Acquire elsewhere, or in a coroutine that is spawned there.
pub(super) fn cannot_wait(report: Report) -> Message {
    Message::made(format!(
        "Cannot wait for a resource here: PHP forbids switching inside destructors (before 8.4) and tick functions. \
         Acquire outside of them, or in a coroutine spawned there. {report}"
    ))
}

/// `Async\PoolException`; behind a `PDOException` with SQLSTATE HYT00.
///
/// Everything is out, and the caller is a function or collation that SQLite calls on a database with `cache=shared`: it holds locks
/// meanwhile that are the whole process's.
///
/// Acquire before the query, or in a coroutine that is spawned there; or use a database in a file.
pub(super) fn cannot_wait_in_library(report: Report) -> Message {
    Message::made(format!(
        "Cannot wait for a resource here: SQLite is in the middle of a call on a database with cache=shared, and holds locks of \
         the whole process. Acquire outside of the functions that SQLite calls, or in a coroutine spawned there. {report}"
    ))
}

/// `Async\PoolException`; from a pooled PDO a `PDOException`, SQLSTATE HY000.
///
/// `close()` was called, or the script is at its end.
///
/// Close a pool after its last user; anyone who waits at that moment gets this.
pub(super) const CLOSED: Message = Message::fixed("Pool is closed");

/// `Async\ServiceUnavailableException`; from a pooled PDO a `PDOException`, SQLSTATE HY000.
///
/// The circuit breaker is off: the service has failed too often, or somebody has called `deactivate()`.
///
/// Answer without the service. The breaker's strategy lets one caller try after its cooldown; without strategy call `recover()`.
pub(super) const BREAKER_IS_OPEN: Message =
    Message::fixed("Service is unavailable (circuit breaker is open)");

/// `Async\ServiceUnavailableException`; from a pooled PDO a `PDOException`, SQLSTATE HY000.
///
/// The service is on trial, and as many as `recoveryLimit` are trying.
///
/// Answer without the service; the trial ends with the first results.
pub(super) fn breaker_is_on_trial(limit: u32) -> Message {
    Message::made(format!(
        "Service is unavailable (circuit breaker is recovering, and lets out {limit} at a time)"
    ))
}

/// `Async\PoolException`.
///
/// The object was made without its constructor, by reflection for instance; or its constructor threw, or is not through yet.
///
/// `new Async\Pool(…)`, and no use of it in its own factory while the constructor makes the first `min`.
pub(super) const NOT_INITIALISED: Message = Message::fixed("pool is not initialised");

/// `Async\PoolException`.
///
/// Something was released twice, or into another pool than it came from. Nothing has happened to the pool.
///
/// One `release()` for each `acquire()`, in a `finally` block.
pub(super) const NOT_ACTIVE: Message = Message::fixed("resource is not active in this pool");

/// `Async\PoolException`, from pools of extensions in C.
///
/// A factory in C reported failure and set no exception.
///
/// Ask the extension that owns the pool; its factory should say why.
pub(super) const FACTORY_FAILED: Message = Message::fixed("Failed to create pool resource");

/// `\Exception`, as the argument of a strategy's `reportFailure()`; it is not thrown.
///
/// `beforeRelease` returned false.
///
/// Nothing: it tells the strategy that a resource came back unusable.
pub(super) const RELEASE_REJECTED: Message = Message::fixed("Resource validation failed");

/// `Async\PoolException`.
///
/// The pool behind `$pdo->getPool()`, or one that an extension in C shows: what it holds is not for PHP code.
///
/// Use the PDO object or the extension's own functions; counts, `stats()`, `slots()`, `resize()` and the circuit breaker work here.
pub(super) const OWNED_BY_NATIVE_CODE: Message = Message::fixed(
    "this pool belongs to native code (a PDO object, say), which alone acquires, releases and closes; counts, stats(), \
     slots(), resize() and the circuit breaker work here",
);

/// `\Error`.
///
/// The constructor was called on a pool that is in use. The pool is as it was.
///
/// Make a new pool.
pub(super) const CONSTRUCTED_TWICE: Message =
    Message::fixed("Async\\Pool::__construct() can be called only once: make a new pool instead");

/// Argument of a pool's constructor, `\ValueError`.
///
/// More are to be kept than there may be.
///
/// `min` is how many are made at the start and kept; `max` is the limit.
pub(super) const MIN_ABOVE_MAX: Message = Message::fixed("must be <= max");

/// Argument of `Async\FailureRate`, `\ValueError`.
///
/// The rate is a share: 0.5 is half of all results.
///
/// Pass a number above 0, at most 1.
pub(super) const NO_SHARE: Message = Message::fixed("must be > 0 and <= 1");

/// `Async\PoolException`, from `setCircuitBreakerStrategy()`.
///
/// A ready strategy counts the results of one pool, and this object has one already.
///
/// Make one strategy object for each pool.
pub(super) const STRATEGY_TAKEN: Message = Message::fixed(
    "the strategy already serves another pool: make one strategy object for each pool",
);

/// `Async\PoolException`, from `setCircuitBreakerStrategy()`.
///
/// A strategy's constructor was not called or has failed.
///
/// Make it with `new`, and do not use an object whose constructor threw.
pub(super) const STRATEGY_NOT_INITIALISED: Message = Message::fixed(
    "the strategy is not initialised: its constructor was not called, or has thrown",
);

/// `\Error`.
///
/// The constructor of a ready strategy was called on an object that is in use. The strategy is as it was.
///
/// Make a new strategy.
pub(super) const STRATEGY_CONSTRUCTED_TWICE: Message =
    Message::fixed("a strategy's constructor can be called only once: make a new strategy instead");

/// Warning.
///
/// The destructor of a pool's resource threw. The resource is gone from the pool all the same.
///
/// Catch in the destructor what closing may throw.
pub(super) fn destructor_threw(class: &str, message: &str) -> Message {
    Message::made(format!("Async\\Pool: a destructor threw {class}: {message}"))
}
