--TEST--
SPEC 16.3, 16.4, 16.5, 16.7, 16.8, 17.1, 18.9, 26.1, 26.3, 28.2, 29.5: what a pooled PDO refuses, it refuses with a text that says what to do
--FILE--
<?php
require __DIR__ . '/helpers.inc';

function said(Closure $job): void
{
    try {
        $job();
        echo "nothing\n";
    } catch (Throwable $refusal) {
        echo get_class($refusal), ': ', $refusal->getMessage(), "\n";
    }
}

$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-refusals.db';
$pooled = fn (string $dsn, array $options = []): PDO => new PDO($dsn, options: [PDO::ATTR_POOL_ENABLED => true] + $options);
$pdo = $pooled("sqlite:$file");

said(fn () => $pooled("sqlite:$file", [PDO::ATTR_PERSISTENT => true]));
said(fn () => $pooled('sqlite::memory:'));
said(fn () => $pooled('nosuch:x'));
said(fn () => $pooled('nothing'));
said(fn () => $pooled("sqlite:$file", [PDO::ATTR_POOL_IDLE_TIMEOUT => -1]));
said(fn () => $pooled("sqlite:$file", [PDO::ATTR_POOL_RESET => 'often']));
said(fn () => $pooled("sqlite:$file", [PDO::ATTR_POOL_MAX => 'many']));
said(fn () => $pdo->__construct("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true]));
said(fn () => $pdo->getAttribute(PDO::ATTR_POOL_HEALTHCHECK_INTERVAL));
said(fn () => $pdo->setAttribute(PDO::ATTR_POOL_MAX, 3));
said(fn () => $pdo->commit());
said(fn () => $pdo->sqliteCreateFunction('twice', fn ($x) => 2 * $x, 1));
said(fn () => $pdo->sqliteCreateFunction('twice', fn ($x) => 2 * $x, 1));

said(fn () => $pdo->getPool()->acquire());

// A statement that two coroutines use at once: a function of the database waits in the middle of the first one's call.
$pdo->sqliteCreateFunction('wait', fn () => Async\delay(20));
$statement = $pdo->prepare('SELECT wait()');
$user = Async\spawn(fn () => $statement->execute());
Async\suspend();
said(fn () => $statement->execute());
Async\await($user);

// A method of the driver's, put on an object that has no pool.
$method = $pdo->sqliteCreateFunction(...);
said(fn () => $method->bindTo(new PDO('sqlite::memory:'))('f', fn () => 1));

// A connection that a backtrace has shown, kept for longer than its object.
$pdo->sqliteCreateFunction('look', function () use (&$seen) {
    foreach (debug_backtrace() as $frame) {
        $seen = ($frame['object'] ?? null) instanceof PDO ? $frame['object'] : $seen;
    }
});
$pdo->query('SELECT look()')->fetchAll();
unset($pdo, $statement, $user, $method);
said(fn () => $seen->query('SELECT 1'));
unset($seen);
unlink($file);
echo "done\n";
--EXPECT--
PDOException: PDO::ATTR_POOL_ENABLED cannot be used with PDO::ATTR_PERSISTENT: the pool keeps its own connections; leave ATTR_PERSISTENT out
PDOException: in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED, because each connection would have one of its own: use a file, or a DSN such as sqlite:file:name?mode=memory&cache=shared
PDOException: could not find driver
PDOException: PDO::__construct(): Argument #1 ($dsn) must be a valid data source name
ValueError: PDO::__construct(): Argument #4 ($options) must give PDO::ATTR_POOL_IDLE_TIMEOUT a finite number of seconds >= 0
ValueError: PDO::__construct(): Argument #4 ($options) must give PDO::ATTR_POOL_RESET one of 'auto', 'always' and 'never'
TypeError: Attribute value must be of type int for PDO::ATTR_POOL_MAX, string given
Error: A PDO object with PDO::ATTR_POOL_ENABLED is constructed once: make a new object instead of calling __construct() again
PDOException: SQLSTATE[IM001]: Driver does not support this function: PDO::ATTR_POOL_HEALTHCHECK_INTERVAL is a construction-only attribute and cannot be read at runtime; getPool()->stats() has the pool's figures
PDOException: SQLSTATE[IM001]: Driver does not support this function: PDO::ATTR_POOL_MAX is a construction-only attribute and cannot be set at runtime: give it to the constructor
PDOException: There is no active transaction
nothing
PDOException: The function twice with 1 argument is already registered on the pool template: register it once, for all connections
Async\PoolException: this pool belongs to native code (a PDO object, say), which alone acquires, releases and closes; counts, stats(), slots(), resize() and the circuit breaker work here
PDOException: Another coroutine is in the middle of a call on the connection of this statement: a statement can be used by one coroutine after the other, not by two at once
PDOException: This method works on a pooled PDO object only
PDOException: The PDO object of this connection is gone: keep it for as long as its statements are used
done
