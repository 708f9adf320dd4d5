--TEST--
SPEC 28.11: PHP code that libpq calls in the middle of a call, for a notice, can neither use nor close the connection, nor can others while it waits; the call gets its own answer
--SKIPIF--
<?php
require __DIR__ . '/skip_redis.inc';
extension_loaded('pgsql') || die('skip needs the extension pgsql');
?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

ini_set('pgsql.log_notice', '1');
$connection = pg_connect(getenv('CENOTE_POSTGRES'));
$other = pg_connect(getenv('CENOTE_POSTGRES'), PGSQL_CONNECT_FORCE_NEW);
$closed = pg_connect(getenv('CENOTE_POSTGRES'), PGSQL_CONNECT_FORCE_NEW);
$inner = [
    'pg_query' => fn () => @pg_query($connection, "SELECT 'inner'"),
    'pg_query_params' => fn () => @pg_query_params($connection, 'SELECT $1::text', ['inner']),
    'pg_prepare' => fn () => @pg_prepare($connection, 'inner', "SELECT 'inner'"),
    'pg_execute' => fn () => @pg_execute($connection, 'outer', []),
    'pg_send_query' => fn () => @pg_send_query($connection, "SELECT 'inner'"),
    'pg_get_result' => fn () => @pg_get_result($connection),
    'pg_query in a coroutine' => fn () => await(spawn(fn () => @pg_query($connection, "SELECT 'inner'"))),
    'pg_query in a Fiber' => fn () => (new Fiber(fn () => @pg_query($connection, "SELECT 'inner'")))->start(),
    'pg_close' => fn () => pg_close($connection),
    'pg_close of the last one' => fn () => @pg_close(),
    'pg_connection_reset' => fn () => pg_connection_reset($connection),
    'pg_close in a Fiber' => fn () => (new Fiber(fn () => pg_close($connection)))->start(),
    'pg_close of another connection' => fn () => print(pg_close($closed) ? 'closed ' : ''),
    'another connection' => fn () => print(pg_fetch_result(pg_query($other, "SELECT 'inner'"), 0, 0) . ' '),
];
await(spawn(fn () => @pg_prepare($connection, 'outer', "SELECT 'outer'")));
foreach ($inner as $name => $call) {
    $calls = 0;
    set_error_handler(function (int $level, string $message) use ($call, &$calls): bool {
        if ($level === E_NOTICE && $calls++ === 0) {
            try {
                $call();
                echo 'not refused ';
            } catch (Async\AsyncException $error) {
                echo 'refused ';
                $GLOBALS['message'] = $error->getMessage();
            }
        }
        return true;
    });
    echo "$name: ";
    $result = pg_query($connection, "DO \$\$ BEGIN RAISE NOTICE 'n'; END \$\$; SELECT 'outer'");
    echo pg_fetch_result($result, 0, 0), ', then ', pg_fetch_result(pg_query($connection, "SELECT 'later'"), 0, 0), "\n";
}
echo $message, "\n";

// Who waits there keeps others out; who waits in libpq does not come to this.
$calls = 0;
set_error_handler(function (int $level) use (&$calls): bool {
    $level === E_NOTICE && $calls++ === 0 && delay(20);
    return true;
});
$outer = spawn(fn () => pg_fetch_result(pg_query($connection, "DO \$\$ BEGIN RAISE NOTICE 'n'; END \$\$; SELECT 'outer'"), 0, 0));
while ($calls === 0) {
    delay(1);
}
try {
    pg_query($connection, "SELECT 'inner'");
} catch (Async\AsyncException) {
    echo 'refused, ';
}
echo await($outer), "\n";
?>
--EXPECT--
pg_query: refused outer, then later
pg_query_params: refused outer, then later
pg_prepare: refused outer, then later
pg_execute: refused outer, then later
pg_send_query: refused outer, then later
pg_get_result: refused outer, then later
pg_query in a coroutine: refused outer, then later
pg_query in a Fiber: refused outer, then later
pg_close: refused outer, then later
pg_close of the last one: refused outer, then later
pg_connection_reset: refused outer, then later
pg_close in a Fiber: refused outer, then later
pg_close of another connection: closed not refused outer, then later
another connection: inner not refused outer, then later
This connection is in use: libpq is in the middle of a call on it, and tells of a notice meanwhile. Nothing was sent, and it was not closed. Use another connection in error handlers and callbacks for notices
refused, outer
