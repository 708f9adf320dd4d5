--TEST--
SPEC 19.8, 20.1, 22.2: a statement with unread rows that dies in a destructor is closed later, by the next call or in the background, and others go on meanwhile
--SKIPIF--
<?php
if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh');
if (PHP_VERSION_ID >= 80400) die('skip from PHP 8.4 on destructors may wait');
?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
$admin = admin();
$admin->exec("INSERT INTO t (v) VALUES ('a'), ('b'), ('c'), ('d')");

/** Lets a statement go in its destructor, where PHP 8.2 does not switch. */
class Holder
{
    public function __construct(public ?PDOStatement $statement)
    {
        $statement->fetch();
    }

    public function __destruct()
    {
        $this->statement = null;
    }
}

// Rows that are too large to be sent together.
const SLOW = "SELECT id, SLEEP(0.2), REPEAT('x', 100000) FROM t";
foreach ([true, false] as $emulated) {
    echo $emulated ? "emulated\n" : "native\n";
    $pdo = pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulated, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
    $number = apart(fn () => number($pdo));

    $ticks = 0;
    $ticker = Async\spawn(function () use (&$ticks) {
        while (true) {
            Async\delay(5);
            $ticks++;
        }
    });
    apart(function () use ($pdo) {
        // The rows take 600 ms more each time; the least of several times, as the machine may stand still.
        for ($try = 0, $took = INF; $try < 5 && $took >= 0.5; $try++) {
            $holder = new Holder($pdo->query(SLOW));
            $start = microtime(true);
            unset($holder);
            $took = min($took, microtime(true) - $start);
        }
        echo 'the destructor waits for nothing: ';
        var_dump($took < 0.5);
    });
    echo 'the next coroutine waits for the rows: ';
    $before = $ticks;
    var_dump(apart(fn () => number($pdo)) === $number);
    echo 'others go on: ';
    var_dump($ticks - $before > 2);

    apart(function () use ($pdo) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO t (v) VALUES ('in a transaction')");
        $holder = new Holder($pdo->query('SELECT id FROM t'));
        unset($holder);
        echo 'the next call finds the way clear: ', value($pdo, 'SELECT COUNT(*) FROM t'), "\n";
        $holder = new Holder($pdo->query('SELECT id FROM t'));
    });
    echo 'rolled back on the same connection: ', value($admin, 'SELECT COUNT(*) FROM t'), ' ';
    var_dump(apart(fn () => number($pdo)) === $number);

    apart(function () use ($pdo) {
        $holder = new Holder($pdo->query(SLOW));
        unset($holder);
    });
    $admin->exec("KILL $number");
    settle($pdo);
    echo 'killed while the rows are read: total ', $pdo->getPool()->stats()['total'], "\n";
    $ticker->cancel();
}

// The end of the main script takes the statement and the transaction from it.
$pdo->beginTransaction();
$pdo->exec("INSERT INTO t (v) VALUES ('at the end')");
$number = number($pdo);
$statement = $pdo->query('SELECT id FROM t');
$statement->fetch();
Async\spawn(function () use ($pdo, $number) {
    $seen = number($pdo);
    echo 'after the main script: ', value(admin(), 'SELECT COUNT(*) FROM t'), ' ';
    var_dump($seen === $number);
    echo "done\n";
});
?>
--EXPECT--
emulated
the destructor waits for nothing: bool(true)
the next coroutine waits for the rows: bool(true)
others go on: bool(true)
the next call finds the way clear: 5
rolled back on the same connection: 4 bool(true)
killed while the rows are read: total 0
native
the destructor waits for nothing: bool(true)
the next coroutine waits for the rows: bool(true)
others go on: bool(true)
the next call finds the way clear: 5
rolled back on the same connection: 4 bool(true)
killed while the rows are read: total 0
after the main script: 4 bool(true)
done
