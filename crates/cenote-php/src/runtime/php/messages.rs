//! The texts of channels, futures, scopes, groups and contexts, and of the functions of `Async`.

pub(super) use crate::runtime::messages::*;
use crate::zend::Message;

/// `E_NOTICE`, from `ob_end_clean()` and its like.
///
/// The coroutine has no output buffer of its own. The one that its output goes to is that of the coroutine that spawned it.
///
/// End a buffer where it was begun.
pub(super) fn no_buffer(function: &str, what: &str, to_what: &str) -> Message {
    Message::made(format!("{function}(): Failed to {what} buffer. No buffer to {to_what}"))
}

/// Argument of `Async\make_coroutine_local()`, `\ValueError`.
///
/// There is no class of that name, and none could be loaded.
///
/// Name the class in full, as `Name::class` does.
pub(super) const NO_CLASS: Message = Message::fixed("must be the name of a class");

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
pub(super) const CANCELLED: Message = Message::fixed("Coroutine cancelled");

/// `\Error`, from `await()`.
///
/// A coroutine awaits itself, and would wait indefinitely.
///
/// Await it from another coroutine or from the main script.
pub(super) const AWAITS_ITSELF: Message =
    Message::fixed("A coroutine cannot await itself: it would wait for its own end");

/// `Async\OperationCanceledException`, where a wait had a cancellation token; what the token failed with is its previous exception.
///
/// The token ended before the result was there. What was awaited goes on.
///
/// Await it again, cancel it, or leave it; allow more time.
pub(super) const TOKEN_ENDED_THE_WAIT: Message = Message::fixed("Operation has been cancelled");

/// `Async\TimeoutException`, from awaiting a `timeout()`, and as previous of an `OperationCanceledException`.
///
/// The time is over.
///
/// Allow more time, or do without the result.
pub(super) fn timeout_occurred(milliseconds: i64) -> Message {
    Message::made(format!("Timeout occurred after {milliseconds} milliseconds"))
}

/// Argument of `timeout()`, `\ValueError`.
///
/// A timeout of no time, or of less, was asked for.
///
/// Pass at least 1. `suspend()` lets the others run once.
pub(super) const TIMEOUT_OF_NO_TIME: Message =
    Message::fixed("Timeout value must be greater than 0");

/// `Async\AsyncCancellation`, from the Future of `signal()`.
///
/// Its cancellation token ended with a value before the signal came.
///
/// Await the signal again, or go on without it.
pub(super) const SIGNAL_WAIT_CANCELLED: Message = Message::fixed("Signal wait cancelled");

/// `Async\AsyncException`, from the Future of `signal()`.
///
/// The signal does not exist on this system, or no process may handle it, as with `SIGKILL`.
///
/// Listen for another signal: `SIGTERM` is how a process is asked to stop.
pub(super) fn signal_unknown_here(name: &str) -> Message {
    Message::made(format!("Cannot listen for {name}: this system does not let a process handle it"))
}

/// `Async\AsyncCancellation`, from awaiting a `timeout()` that was cancelled.
///
/// `cancel()` was called on the timeout: it never fires.
///
/// Make a new timeout.
pub(super) const TIMEOUT_CANCELLED: Message = Message::fixed("Timeout has been cancelled");

/// `Async\AsyncException`, from `await_all()` and the other functions that wait for several.
///
/// Something among the triggers cannot be awaited.
///
/// Pass what `spawn()` returned, not the callable and not its result.
pub(super) const NOT_AWAITABLE: Message =
    Message::fixed("Expected item to be an Async\\Awaitable object");

/// `Async\AsyncException`, from the functions that wait for several.
///
/// The triggers are neither an array nor a Traversable.
///
/// Pass an array of what is to be awaited.
pub(super) const NOT_ITERABLE: Message = Message::fixed(
    "Expected parameter 'iterable' to be an array or an object implementing Traversable",
);

/// `Async\AsyncException`, from the functions that wait for several.
///
/// An iterator gave a key that cannot be a key of an array.
///
/// Let the iterator give ints, strings or null as keys.
pub(super) const BAD_KEY: Message =
    Message::fixed("Invalid key type: must be string, long or null");

/// Warning, when the last reference to a future and its state goes.
///
/// Nobody awaited the future, derived one from it, or said that it does not matter.
///
/// Await it, or call `ignore()`.
pub(super) fn future_never_used(created: &str) -> Message {
    Message::made(format!(
        "Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. \
         Created at {created}"
    ))
}

/// Warning, when the last reference to a future and its state goes.
///
/// The future failed, and neither `await()` nor `catch()` received its error.
///
/// Await it, handle the error in `catch()`, or call `ignore()`.
pub(super) fn future_unhandled(text: &str, created: &str, completed: &str) -> Message {
    Message::made(format!(
        "Unhandled exception in Future: {text}; use catch() or ignore() to handle. Created at {created}, completed at {completed}"
    ))
}

/// `Async\AsyncException`, from `FutureState::complete()` and `error()`.
///
/// The state has a result; it stays as it is.
///
/// Complete a state once: `isCompleted()` tells.
pub(super) fn future_completed_twice(place: &str) -> Message {
    Message::made(format!("FutureState is already completed at {place}"))
}

/// `Async\AsyncCancellation`, from awaiting a future that was cancelled.
///
/// `cancel()` was called on the future.
///
/// Catch it where the future is awaited, if that may happen.
pub(super) const FUTURE_CANCELLED: Message = Message::fixed("Future has been cancelled");

/// `Async\ChannelException` with reason `EXPLICIT`, from `send()`, and from `recv()` once the channel is empty.
///
/// The channel was closed by `close()`.
///
/// Close a channel once everybody has sent. `foreach` over a channel ends silently.
pub(super) const CHANNEL_CLOSED: Message = Message::fixed("Channel is closed");

/// `Async\ChannelException` with reason `DISPOSED`, from a Future of `recvAsync()`.
///
/// Nobody holds the channel any more, so nothing can come.
///
/// Keep the channel, or close it.
pub(super) const CHANNEL_DISPOSED: Message = Message::fixed("Channel disposed");

/// `Async\ChannelException` with reason `NO_PRODUCERS`.
///
/// Nothing was sent within the channel's `noProducerTimeout`, while somebody waited for a value.
///
/// Close the channel when no more is sent, or allow more time.
pub(super) const CHANNEL_WITHOUT_PRODUCERS: Message =
    Message::fixed("Channel deadlock: no producers");

/// `Async\ChannelException` with reason `NO_CONSUMERS`.
///
/// Nothing was received within the channel's `noConsumerTimeout`, while somebody waited to send.
///
/// Receive until the channel is closed, or allow more time.
pub(super) const CHANNEL_WITHOUT_CONSUMERS: Message =
    Message::fixed("Channel deadlock: no consumers");

/// `Async\ChannelException` with reason `DEADLOCK`.
///
/// Nothing can run any more, and somebody waits on this channel, which has a timeout.
///
/// Look for who should have sent or received.
pub(super) const CHANNEL_IN_DEADLOCK: Message = Message::fixed("Channel deadlock");

/// `\Error`.
///
/// `foreach` over a channel by reference.
///
/// Iterate by value.
pub(super) const CHANNEL_BY_REFERENCE: Message =
    Message::fixed("Cannot iterate channel by reference");

/// Argument of a constructor, `\ValueError`.
///
/// A number is out of range. Nothing was created.
///
/// Pass a number within the bounds.
pub(super) fn between(most: i64) -> Message {
    Message::made(format!("must be between 0 and {most}"))
}

/// `\Error`.
///
/// The constructor was called on a scope that is in use. It is as it was.
///
/// Make a new scope.
pub(super) const SCOPE_CONSTRUCTED_TWICE: Message =
    Message::fixed("Async\\Scope::__construct() can be called only once: make a new scope instead");

/// `Async\AsyncException`.
///
/// `Scope::inherit()` was given a scope that is disposed.
///
/// Make the child before, or a scope without parent.
pub(super) const PARENT_SCOPE_DISPOSED: Message =
    Message::fixed("Cannot inherit a Scope from a parent Scope that has already been disposed.");

/// `Async\AsyncException`.
///
/// A coroutine was to be spawned in a scope that is cancelled or disposed.
///
/// Use another scope.
pub(super) const SCOPE_CLOSED: Message =
    Message::fixed("Cannot spawn a coroutine in a closed scope");

/// `Async\AsyncException`.
///
/// An exception handler was set on a disposed scope.
///
/// Set handlers before the scope ends.
pub(super) const SCOPE_DISPOSED: Message = Message::fixed("Scope object has been disposed");

/// `Async\AsyncCancellation`.
///
/// `awaitCompletion()` was called on a scope that is cancelled, but whose coroutines have not ended yet.
///
/// Call `awaitAfterCancellation()`.
pub(super) const SCOPE_HAS_BEEN_CANCELLED: Message = Message::fixed("The scope has been cancelled");

/// `Async\AsyncException`.
///
/// `awaitAfterCancellation()` was called on a scope that runs.
///
/// Cancel it first, or call `awaitCompletion()`.
pub(super) const SCOPE_NOT_CANCELLED: Message =
    Message::fixed("Attempt to await a Scope that has not been cancelled");

/// `Async\AsyncException`.
///
/// A coroutine waits for the end of its own scope, which would include its own.
///
/// Wait in a coroutine outside of the scope.
pub(super) const AWAITS_OWN_SCOPE: Message = Message::fixed(
    "Cannot await completion of scope from a coroutine that belongs to the same scope or its children",
);

/// `Async\ChannelException`.
///
/// The scope in which the channel was made, or one above it, was cancelled or disposed.
///
/// Make the channel in a scope that lives as long as its users.
pub(super) const CHANNEL_SCOPE_DISPOSED: Message =
    Message::fixed("Channel closed: owner scope disposed");

/// `\TypeError`, behind the function and the argument.
///
/// A key of a context is neither a string nor an object.
///
/// Use a string or an object as the key.
pub(super) fn context_key_of_type(given: String) -> Message {
    Message::made(format!("must be of type string|object, {given} given"))
}

/// `Async\ContextException`.
///
/// The context, and those above it if they were asked, have no such key.
///
/// Ask with `has()`, or use `find()`, which returns null.
pub(super) fn context_key_missing(name: &str) -> Message {
    Message::made(format!("Context key \"{name}\" not found"))
}

/// `Async\ContextException`.
///
/// Neither the context nor those above it, if they were asked, have this object as a key.
///
/// Ask with `has()`, or use `find()`.
pub(super) fn context_object_missing(class: &str) -> Message {
    Message::made(format!("Context key of type {class} not found"))
}

/// `Async\AsyncException`.
///
/// `Context::set()` would have replaced a value.
///
/// Pass true for `$replace`.
pub(super) const CONTEXT_KEY_EXISTS: Message =
    Message::fixed("Context key already exists and replace is false");

/// `\ValueError`, behind the function and the argument.
///
/// `disposeAfterTimeout()` was given a negative time, or `iterate()` a negative number of callbacks at a time.
///
/// Pass 0 or more.
pub(super) const NEGATIVE: Message = Message::fixed("must be greater than or equal to 0");

/// `Async\AsyncException`.
///
/// A task was to be spawned in a group that is closed, or was closed while `spawn()` waited.
///
/// Spawn before `close()` and `cancel()`.
pub(super) const GROUP_CLOSED: Message = Message::fixed("Cannot spawn tasks on a closed TaskGroup");

/// `Async\AsyncException`.
///
/// The group has a task of this key already.
///
/// Choose another key.
pub(super) fn duplicate_key(key: &str) -> Message {
    Message::made(format!("Duplicate key {key} in TaskGroup"))
}

/// `Async\AsyncException`.
///
/// `race()` or `joinNext()` was called on a group without tasks.
///
/// Look at `count()` first.
pub(super) const NO_RACE_OF_NOTHING: Message = Message::fixed("Cannot race on an empty TaskGroup");

/// `Async\AsyncException`.
///
/// `any()` or `joinAny()` was called on a group without tasks.
///
/// Look at `count()` first.
pub(super) const NO_ANY_OF_NOTHING: Message =
    Message::fixed("Cannot call any() on an empty TaskGroup");

/// `Async\AsyncException`.
///
/// The scope that the group was to use is disposed.
///
/// Use another scope, or none.
pub(super) const GROUP_OF_DISPOSED_SCOPE: Message =
    Message::fixed("Cannot use a disposed Scope for TaskGroup");

/// `Async\AsyncCancellation`, in the tasks of a group.
///
/// The group was cancelled.
///
/// Let it pass; clean up in `finally`.
pub(super) const GROUP_CANCELLED: Message = Message::fixed("TaskGroup cancelled");

/// `Async\AsyncCancellation`, in the tasks of a group.
///
/// The group was disposed.
///
/// Let it pass; clean up in `finally`.
pub(super) const GROUP_DISPOSED: Message =
    Message::fixed("Scope is being disposed due to TaskGroup disposal");

/// `Async\AsyncCancellation`, in the tasks of a group.
///
/// The last reference to the group is gone.
///
/// Keep the object for as long as its tasks are to run.
pub(super) const GROUP_DROPPED: Message =
    Message::fixed("Scope is being disposed due to TaskGroup destruction");

/// `Async\AsyncException`.
///
/// `awaitCompletion()` was called on a group that still takes tasks.
///
/// Call `close()` first, or await `all()`.
pub(super) const GROUP_NOT_CLOSED: Message =
    Message::fixed("TaskGroup must be closed before calling awaitCompletion()");

/// `\Error`.
///
/// `foreach` was to go over a group by reference.
///
/// Leave out the `&`.
pub(super) const GROUP_BY_REFERENCE: Message =
    Message::fixed("Cannot iterate TaskGroup by reference");

/// `\Error`.
///
/// `getIterator()` was called directly.
///
/// Use `foreach`.
pub(super) const GROUP_ITERATOR: Message = Message::fixed(
    "An object of class Async\\TaskGroup is not a traversable object in an invalid state",
);

/// `\Error`.
///
/// The constructor was called on a group that is in use. It is as it was.
///
/// Make a new group.
pub(super) const GROUP_CONSTRUCTED_TWICE: Message = Message::fixed(
    "Async\\TaskGroup::__construct() can be called only once: make a new group instead",
);

/// `\TypeError`, behind the function and the argument.
///
/// The key of a task is neither a string nor an int.
///
/// Use a string or an int.
pub(super) fn task_key_of_type(given: String) -> Message {
    Message::made(format!("must be of type string|int, {given} given"))
}

/// A warning.
///
/// A group is gone with errors that nobody has looked at: no Future of it was awaited that had to, and no exception handler of a scope
/// took them.
///
/// Await `all()`, look at `getErrors()`, or call `suppressErrors()`.
pub(super) fn group_lost_errors(count: usize, first: &str) -> Message {
    Message::made(format!("Unhandled errors in TaskGroup: {count}, first: {first}"))
}

/// `Async\AsyncCancellation`, in coroutines that callbacks of `iterate()` have spawned.
///
/// All calls of the callback have ended, and `iterate()` cancels what they have left running.
///
/// Await them in the callback, or call `iterate()` with `cancelPending: false`.
pub(super) const ITERATION_OVER: Message =
    Message::fixed("Cancellation of pending coroutines after iterator completion");

/// `\ValueError`, behind the function and the argument.
///
/// `within()` was given no time, or a negative one.
///
/// Pass the time in milliseconds.
pub(super) const MUST_BE_POSITIVE: Message = Message::fixed("must be greater than 0");
