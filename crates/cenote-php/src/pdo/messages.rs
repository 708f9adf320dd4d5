//! The texts of the pooled PDO. Those of a server or a driver pass as they are, and so do not stand here.

use super::log::Registered;
use crate::zend::{ClassRef, Message};

/// `PDOException`, SQLSTATE HYT00, in front of the pool's own text.
///
/// All connections were held for longer than `PDO::ATTR_POOL_ACQUIRE_TIMEOUT`.
///
/// End transactions, drop statement objects (`$statement = null`) when they are read, and look for session state:
/// [what holds a connection](../guide/pdo-pool.md#what-holds-a-connection). If none of these: [how large](../guide/sizing.md#how-large).
pub(super) fn no_connection_in_time(pool: &Message, limit: f64) -> Message {
    Message::made(format!(
        "{pool}. A connection is held by an open transaction, by each statement object that is still alive, and, \
         after a SET, a CALL or the like, until its coroutine ends. How long others wait is PDO::ATTR_POOL_ACQUIRE_TIMEOUT ({limit} s)"
    ))
}

/// `PDOException`, SQLSTATE HYT00, in front of the pool's own text.
///
/// All connections have been inside a call for at least as long as this caller waited: the server is slow, or its answers do not
/// arrive any more.
///
/// Set `PDO::ATTR_POOL_QUERY_TIMEOUT`, and limits of the server's own: [what bounds a wait](../guide/pdo-pool.md#what-bounds-a-wait).
pub(super) fn all_in_calls(pool: &Message, count: usize, seconds: f64, limit: f64) -> Message {
    let who = match count {
        1 => "The only connection".to_owned(),
        _ => format!("Each of the {count} connections"),
    };
    Message::made(format!(
        "{pool}. {who} has waited inside one call for {seconds} s or longer: the server is slow or out \
         of reach. PDO::ATTR_POOL_QUERY_TIMEOUT ends such calls; how long others wait is PDO::ATTR_POOL_ACQUIRE_TIMEOUT ({limit} s)"
    ))
}

/// `PDOException`, SQLSTATE HYT00, in front of the pool's own text.
///
/// The time of `PDO::ATTR_POOL_ACQUIRE_TIMEOUT` went by in the function of `PDO::ATTR_POOL_CREDENTIALS`, for this caller's connection
/// or for one that others wait for too. Nothing ends the function's own waits.
///
/// Give what the function waits for a time limit of its own, or keep what it has read for a while.
pub(super) fn waits_for_credentials(pool: &Message, seconds: f64, limit: f64) -> Message {
    Message::made(format!(
        "{pool}. The function in PDO::ATTR_POOL_CREDENTIALS took {seconds} s or longer, and nothing but a time limit of its own ends \
         what it waits for. How long others wait is PDO::ATTR_POOL_ACQUIRE_TIMEOUT ({limit} s)"
    ))
}

/// `PDOException`, SQLSTATE HYT00; the driver's own exception is behind it.
///
/// A call waited for the server for longer than `PDO::ATTR_POOL_QUERY_TIMEOUT`. Its connection is closed, an open transaction is
/// lost, and the server may still carry out the statement.
///
/// Find out why it took so long: a lock, a long statement, or a link on which packets vanish. Repeat only what may be done twice.
pub(super) fn query_took_too_long(seconds: f64) -> Message {
    Message::made(format!(
        "No answer of the server within {seconds} s (PDO::ATTR_POOL_QUERY_TIMEOUT). The connection was closed, and the server may \
         have executed the statement, or still do so"
    ))
}

/// `PDOException`, SQLSTATE HY000, where a connection is made.
///
/// The function in `PDO::ATTR_POOL_CREDENTIALS` has returned something else than a user and a password.
///
/// Return `[$user, $password]`, each a string or null.
pub(super) const NO_CREDENTIALS: Message = Message::fixed(
    "The function in PDO::ATTR_POOL_CREDENTIALS must return [user, password], two strings or null",
);

/// `PDOException`, SQLSTATE HY000, inside the function in `PDO::ATTR_POOL_CREDENTIALS`.
///
/// The function has called a method that needs a connection, on the object whose connection it is asked for.
///
/// Read the credentials from elsewhere, or through another PDO object.
pub(super) const CREDENTIALS_ASK_THE_OBJECT: Message = Message::fixed(
    "The function in PDO::ATTR_POOL_CREDENTIALS cannot use the PDO object that it is called for: the connection would need the \
     credentials that the function is about to return. Use another PDO object there",
);

/// `PDOException`, SQLSTATE HY000; the pool's own exception is behind it.
///
/// The pool refused, and says why in the rest of the text.
///
/// See the rest of the text, among the messages of pools.
pub(super) fn refused_by_pool(pool: &Message) -> Message {
    Message::made(format!("Failed to acquire connection from pool: {pool}"))
}

/// `PDOException`, SQLSTATE 25000, from every call until `rollBack()`.
///
/// The connection broke while a transaction was open. The work in it is gone; only if the answer to COMMIT was lost may it be
/// there.
///
/// Call `rollBack()`, look into the database if COMMIT was under way, and run the transaction again.
pub(super) const TRANSACTION_LOST: Message = Message::fixed(
    "The transaction was lost with its connection. It was not committed, unless its COMMIT had been sent and the answer was \
     lost: look into the database if so. Call rollBack() to go on",
);

/// `PDOException`, SQLSTATE 25000, from a call of a statement.
///
/// The statement belongs to a coroutine that ended, in a transaction, while this call of another coroutine was under way. What the
/// call did was rolled back with the transaction. From here on the statement works in autocommit.
///
/// Let the coroutine that begins a transaction wait for those that use its statements.
pub(super) const TRANSACTION_ENDED: Message = Message::fixed(
    "The transaction that this call was part of was rolled back: the coroutine that began it has ended. Let it wait for who \
     uses its statements",
);

/// `PDOException`, from `commit()` and `rollBack()`.
///
/// This coroutine has no transaction open. PDO's own words.
///
/// Begin and end a transaction in the same coroutine: each has its own.
pub(super) const NO_TRANSACTION: Message = Message::fixed("There is no active transaction");

/// `PDOException`, SQLSTATE 55000, from `lastInsertId()`.
///
/// Only the connection that ran the INSERT knows its number, and it has gone back to the pool.
///
/// `INSERT … RETURNING`, or `beginTransaction()` around both.
pub(super) const INSERT_ID_OUT_OF_REACH: Message = Message::fixed(
    "lastInsertId() has to ask the connection that ran the INSERT, and that went back to the pool and may have served \
     others since: use RETURNING, or call it inside a transaction",
);

/// `PDOException`, SQLSTATE 08000.
///
/// The connection that the pool handed out was closed before it could be used.
///
/// Run the transaction again; the next call gets another connection.
pub(super) const CONNECTION_LOST: Message = Message::fixed(
    "the connection was lost before the call could use it; nothing was sent, and the next call gets another one",
);

/// `PDOException`.
///
/// A hidden connection or a statement was kept, and the PDO object that it belongs to is destroyed.
///
/// Keep the PDO object for as long as anything made from it is used.
pub(super) const TEMPLATE_IS_GONE: Message = Message::fixed(
    "The PDO object of this connection is gone: keep it for as long as its statements are used",
);

/// `PDOException`, SQLSTATE HY000.
///
/// `sqliteCreateFunction()` or its like was called on the pooled object, and a new connection did not take the function.
///
/// Look at its name and number of arguments; SQLite refuses more than 127.
pub(super) fn function_refused(function: &Registered) -> Message {
    let function = function.describe();
    Message::made(format!(
        "the {function} was refused by a new connection, which every connection must have"
    ))
}

/// `PDOException`.
///
/// The same function or collation was registered before, for all connections.
///
/// Register once, right after `new PDO`. A function that needs the coroutine's own data can ask `Async\current_coroutine()`.
pub(super) fn registered_before(function: &Registered) -> Message {
    let function = function.describe();
    Message::made(format!(
        "The {function} is already registered on the pool template: register it once, for all connections"
    ))
}

/// `PDOException`.
///
/// A driver's method that only a pooled object offers was called on something else.
///
/// Call it on the object that was made with `PDO::ATTR_POOL_ENABLED`.
pub(super) const NOT_POOLED: Message =
    Message::fixed("This method works on a pooled PDO object only");

/// `PDOException`.
///
/// The method would change one connection, and nobody knows which connection runs the next call.
///
/// Use a PDO object without a pool for it.
pub(super) fn method_refused(method: &str) -> Message {
    Message::made(format!(
        "{method}() is not yet supported when PDO::ATTR_POOL_ENABLED is set: it would change one connection only. Use a PDO \
         object without a pool for it"
    ))
}

/// `PDOException`, from a PDO object without a pool.
///
/// Two coroutines share one plain connection, and the other one waits in a call on it.
///
/// `PDO::ATTR_POOL_ENABLED => true`, or one PDO object for each coroutine.
pub(super) const IN_USE: Message = Message::fixed(
    "Another coroutine is in the middle of a call on this PDO object: use one PDO object per coroutine, or let each \
     have a connection of its own with PDO::ATTR_POOL_ENABLED",
);

/// `PDOException`.
///
/// A statement was given to another coroutine while its maker uses the connection.
///
/// Prepare it in the coroutine that executes it.
pub(super) const STATEMENT_IN_USE: Message = Message::fixed(
    "Another coroutine is in the middle of a call on the connection of this statement: a statement can be used by one \
     coroutine after the other, not by two at once",
);

/// `PDOException`.
///
/// The main script has ended, and its connection went back, while a shutdown function or a destructor still has the statement; or
/// a coroutine has ended in a transaction, and unread rows of the statement's were in the way of the rollback.
///
/// Prepare it anew: the PDO object works until the end.
pub(super) const STATEMENT_CLOSED: Message = Message::fixed(
    "The statement was closed: its connection went back to the pool when the coroutine that had it ended. Prepare it \
     anew",
);

/// `PDOException`, in a child of `pcntl_fork()`.
///
/// The statement belongs to a connection of the parent, which the child must not touch.
///
/// Make a PDO object in the child, and prepare there.
pub(super) const STATEMENT_OF_PARENT: Message = Message::fixed(
    "The statement belongs to a connection of the parent process: prepare it anew in this one, on a PDO object of its own",
);

/// `PDOException`, in a child of `pcntl_fork()`.
///
/// The pool and its connections are the parent's; both processes would read each other's answers.
///
/// Make a PDO object in the child.
pub(super) const POOL_OF_PARENT: Message = Message::fixed(
    "The connections of this PDO object belong to the parent process: make a PDO object of its own in the child",
);

/// `\Error`.
///
/// `__construct()` was called on an object that has a pool. The object is as it was.
///
/// Make a new object.
pub(super) const CONSTRUCTED_TWICE: Message = Message::fixed(
    "A PDO object with PDO::ATTR_POOL_ENABLED is constructed once: make a new object instead of calling __construct() again",
);

/// `PDOException`, from the constructor.
///
/// Each connection would have an empty database of its own.
///
/// A file, or `sqlite:file:name?mode=memory&cache=shared`.
pub(super) const IN_MEMORY: Message = Message::fixed(
    "in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED, because each connection would have one \
     of its own: use a file, or a DSN such as sqlite:file:name?mode=memory&cache=shared",
);

/// `PDOException`, from the constructor.
///
/// Both options are set. A persistent connection belongs to the process, a pooled one to its pool.
///
/// Leave `PDO::ATTR_PERSISTENT` out.
pub(super) const PERSISTENT: Message = Message::fixed(
    "PDO::ATTR_POOL_ENABLED cannot be used with PDO::ATTR_PERSISTENT: the pool keeps its own connections; leave ATTR_PERSISTENT out",
);

/// `PDOException`, from the constructor.
///
/// A pool that outlives the request is found again by its user and password, and these are asked for each connection.
///
/// Leave one of the two options out.
pub(super) const PERSISTENT_WITH_CREDENTIALS: Message = Message::fixed(
    "PDO::ATTR_POOL_PERSISTENT cannot be used with PDO::ATTR_POOL_CREDENTIALS: the next request finds the pool by its user and \
     password. Pass these to the constructor, or leave ATTR_POOL_PERSISTENT out",
);

/// `PDOException`, SQLSTATE IM001, or as `PDO::ATTR_ERRMODE` says.
///
/// `getAttribute()` with `PDO::ATTR_POOL_HEALTHCHECK_INTERVAL` or `PDO::ATTR_POOL_CREDENTIALS`. The pool's other options can be read.
///
/// `$pdo->getPool()->stats()` has the figures.
pub(super) fn cannot_be_read(attribute: &str) -> Message {
    Message::made(format!(
        "PDO::{attribute} is a construction-only attribute and cannot be read at runtime; getPool()->stats() has the pool's figures"
    ))
}

/// `PDOException`, SQLSTATE IM001, or as `PDO::ATTR_ERRMODE` says.
///
/// `setAttribute()` with one of the pool's options.
///
/// Pass it in the fourth argument of `new PDO`.
pub(super) fn cannot_be_set(attribute: &str) -> Message {
    Message::made(format!(
        "PDO::{attribute} is a construction-only attribute and cannot be set at runtime: give it to the constructor"
    ))
}

/// Argument of PDO's constructor, `\ValueError`.
///
/// A time is negative, infinite or no number. No pool was made.
///
/// Seconds, with fractions if you like; 0 is without limit.
pub(super) fn no_time(attribute: &str) -> Message {
    Message::made(format!("must give PDO::{attribute} a finite number of seconds >= 0"))
}

/// Argument of PDO's constructor, `\ValueError`.
///
/// `PDO::ATTR_POOL_RESET` has a value that is not known.
///
/// `'auto'` cleans what may be dirty, `'always'` everything, `'never'` nothing.
pub(super) const UNKNOWN_RESET: Message =
    Message::fixed("must give PDO::ATTR_POOL_RESET one of 'auto', 'always' and 'never'");

/// `\TypeError`, from the constructor. PDO's own words.
///
/// A pool's option has a value of another type.
///
/// The table of [options](../guide/pdo-pool.md) has the types.
pub(super) fn wrong_type(attribute: &str, expected: &str, given: &str) -> Message {
    Message::made(format!(
        "Attribute value must be of type {expected} for PDO::{attribute}, {given} given"
    ))
}

/// `PDOException`, from the constructor. PDO's own words.
///
/// The DSN names no driver that this PHP has.
///
/// `PDO::getAvailableDrivers()` lists them; install the driver's package.
pub(super) const NO_DRIVER: Message = Message::fixed("could not find driver");

/// Argument of PDO's constructor, `PDOException`. PDO's own words.
///
/// The DSN has no colon, and php.ini has no `pdo.dsn.…` of that name.
///
/// `driver:name=value;…`
pub(super) const NO_DSN: Message = Message::fixed("must be a valid data source name");

/// `PDOException`, from the constructor. PDO's own words.
///
/// php.ini's alias is no DSN.
///
/// Mend the setting.
pub(super) fn alias_is_no_dsn(setting: &str) -> Message {
    Message::made(format!("invalid data source name (via INI: {setting})"))
}

/// `E_DEPRECATED`, PHP 8.5 and later. PDO's own words.
///
/// The DSN begins with `uri:`.
///
/// Read the file, and give PDO what stands in it.
pub(super) const DSN_FROM_URI: Message = Message::fixed(
    "Looking up the DSN from a URI is deprecated due to possible security concerns with DSNs coming from remote URIs",
);

/// "‹what is wrong with the attribute›"
///
/// Argument of PDO's constructor, `ValueError` or `TypeError`, PHP 8.5 and later. PDO's own words, and its own number and name of the
/// argument, which are those before the options.
///
/// The options have an attribute of PDO's with a value that it does not take.
///
/// Mend the option.
pub(super) fn option_refused(problem: &str) -> Message {
    Message::made(problem.to_owned())
}

/// Argument of PDO's constructor, `PDOException`. PDO's own words.
///
/// What `uri:` points to cannot be read.
///
/// Look at the path and its rights.
pub(super) const NO_DSN_URI: Message = Message::fixed("must be a valid data source URI");

/// Argument of PDO's constructor, `PDOException`. PDO's own words.
///
/// The first line of what `uri:` points to is no DSN.
///
/// Mend that line.
pub(super) const URI_HAS_NO_DSN: Message =
    Message::fixed("must be a valid data source name (via URI)");

/// `PDOException`, PHP 8.4 and later. PDO's own words.
///
/// A driver's class was used with a driver that has none.
///
/// The name in the text.
pub(super) fn class_of_no_driver(class: ClassRef, method: &str) -> Message {
    Message::made(format!(
        "{name}::{method}() cannot be used for connecting to an unknown driver, call PDO::{method}() instead",
        name = class.name()
    ))
}

/// `PDOException`, PHP 8.4 and later. PDO's own words.
///
/// A driver's class was used with another driver's DSN.
///
/// The names in the text.
pub(super) fn class_of_another_driver(
    class: ClassRef,
    natural: ClassRef,
    driver: &str,
    method: &str,
) -> Message {
    Message::made(format!(
        "{name}::{method}() cannot be used for connecting to the \"{driver}\" driver, either call {natural}::{method}() or PDO::{method}() instead",
        name = class.name(),
        natural = natural.name()
    ))
}

/// `PDOException`, SQLSTATE HY000.
///
/// A driver said that a call had failed, and not why.
///
/// Look into the server's log; the connection is not used again.
pub(super) const FAILED_WITHOUT_ERROR: Message = Message::fixed(
    "the driver reported a failure without an error; the server's log may say more, and the connection is not used again",
);
