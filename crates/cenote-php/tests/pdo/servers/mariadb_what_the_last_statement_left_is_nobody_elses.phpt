--TEST--
SPEC 23.8: warnings, errors and LAST_INSERT_ID() of a coroutine's statements reach no other one, and stay its own
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
use function Async\{await, spawn};

admin();
$apart = fn (callable $do) => await(spawn($do));
$all = fn (PDO $pdo, string $sql) => json_encode($pdo->query($sql)->fetchAll(PDO::FETCH_NUM));
foreach (['emulated' => true, 'by the server' => false] as $how => $emulates) {
    echo "== prepared $how\n";
    $pdo = pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulates, PDO::ATTR_POOL_INIT => "SET sql_mode = 'ERROR_FOR_DIVISION_BY_ZERO'",
        PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM]);
    $warn = function () use ($pdo, $all) { $all($pdo, 'SELECT 1/0'); };
    $fail = function () use ($pdo) { try { $pdo->exec('SELECT secret'); } catch (PDOException) {} };
    $asks = [
        'SHOW WARNINGS', 'SHOW ERRORS', 'SHOW COUNT(*) WARNINGS', 'show /* x */ count(*) errors', 'SELECT @@warning_count, @@error_count',
        '/*!50000 SHOW */ WARNINGS', 'SELECT @@session.Error_Count',
    ];
    foreach ($asks as $ask) {
        $apart($fail);
        echo "$ask: ", $apart(fn () => $all($pdo, $ask)), "\n";
    }
    $apart($warn);
    echo 'prepared first: ', $apart(function () use ($pdo) {
        $show = $pdo->prepare('SHOW WARNINGS');
        $pdo->query('SELECT 1')->fetchAll();
        $show->execute();
        return json_encode($show->fetchAll());
    }), "\n";
    $apart($warn);
    echo 'after a text without tables: ', $apart(fn () => [$pdo->beginTransaction(), $all($pdo, 'SELECT 1'), $all($pdo, 'SHOW WARNINGS')][2]), "\n";
    // Its own ones stay, in a transaction, between two hand-outs, and when another has ended before.
    $apart($fail);
    echo 'own: ', $apart(function () use ($pdo, $warn, $all) {
        $warn();
        return $all($pdo, 'SHOW WARNINGS') . $all($pdo, 'SELECT @@warning_count');
    }), "\n";
    $apart($fail);
    echo 'own, in a transaction: ', $apart(function () use ($pdo, $warn, $all) {
        $pdo->beginTransaction();
        $warn();
        return $all($pdo, 'SHOW WARNINGS') . $all($pdo, 'SELECT @@warning_count');
    }), "\n";
    $apart($warn);
    echo 'own error: ', $apart(function () use ($pdo, $fail, $all) {
        $pdo->beginTransaction();
        $fail();
        return $all($pdo, 'SHOW ERRORS');
    }), "\n";
    // LAST_INSERT_ID()
    $insert = fn () => $pdo->exec("INSERT INTO t (v) VALUES (UUID())");
    $last = fn (string $sql = 'SELECT LAST_INSERT_ID()') => (int) $pdo->query($sql)->fetchColumn();
    $apart($insert);
    echo 'never inserted: ', json_encode($apart(fn () => [$last(), $last('SELECT @@last_insert_id'), $last('SELECT @@identity')])), "\n";
    $apart($insert);
    echo 'after another question: ', json_encode($apart(fn () => [$all($pdo, 'SHOW WARNINGS'), $last()])), "\n";
    echo 'between two of its own: ', json_encode($apart(function () use ($pdo, $insert, $last, $apart) {
        $insert();
        $mine = (int) $pdo->lastInsertId();
        $pdo->query('SELECT 1')->fetchAll();
        $same = $last() === $mine;
        $apart($insert);
        return [$same, $last() === $mine, $apart($last), $last() === $mine];
    })), "\n";
    echo 'in a transaction: ', json_encode($apart(function () use ($pdo, $insert, $last) {
        $pdo->beginTransaction();
        $second = $pdo->prepare('INSERT INTO t (v) VALUES (CONCAT(UUID(), LAST_INSERT_ID()))');
        $insert();
        $mine = (int) $pdo->lastInsertId();
        $second->execute();
        $next = (int) $pdo->lastInsertId();
        $written = $pdo->query("SELECT SUBSTRING(v, 37) FROM t WHERE id = $next")->fetchColumn();
        return [(int) $written === $mine, $last() === $next];
    })), "\n";
    // Two coroutines on two connections, which change hands.
    $two = pool(2, [PDO::ATTR_EMULATE_PREPARES => $emulates]);
    $wrong = 0;
    $jobs = [];
    for ($i = 0; $i < 8; $i++) {
        $jobs[] = spawn(function () use ($two, &$wrong) {
            for ($n = 0; $n < 20; $n++) {
                $two->exec('INSERT INTO t (v) VALUES (UUID())');
                $mine = $two->lastInsertId();
                Async\suspend();
                $two->query('SELECT SLEEP(0.001)')->fetchAll();
                $wrong += (int) ($two->query('SELECT LAST_INSERT_ID()')->fetchColumn() != $mine);
            }
        });
    }
    array_map(fn ($job) => await($job), $jobs);
    echo "wrong $wrong\n";
}
$always = pool(1, [PDO::ATTR_POOL_RESET => 'always']);
echo 'cleaned in between: ', json_encode($apart(function () use ($always, $apart) {
    $always->exec("INSERT INTO t (v) VALUES (UUID())");
    $mine = $always->lastInsertId();
    $same = [$always->query('SELECT LAST_INSERT_ID()')->fetchColumn() == $mine];
    $apart(fn () => $always->query('SELECT 1'));
    $same[] = $always->query('SELECT LAST_INSERT_ID()')->fetchColumn() == $mine;
    return $same;
})), "\n";
// Nothing is sent for it where nobody asks.
$status = fn () => (int) admin()->query("SHOW GLOBAL STATUS LIKE 'Com_do'")->fetch(PDO::FETCH_NUM)[1];
$before = $status();
for ($i = 0; $i < 10; $i++) {
    $apart($insert);
}
echo 'texts of its own: ', $status() - $before, "\n";
echo "done\n";
?>
--EXPECT--
== prepared emulated
SHOW WARNINGS: []
SHOW ERRORS: []
SHOW COUNT(*) WARNINGS: [[0]]
show /* x */ count(*) errors: [[0]]
SELECT @@warning_count, @@error_count: [[0,0]]
/*!50000 SHOW */ WARNINGS: []
SELECT @@session.Error_Count: [[0]]
prepared first: []
after a text without tables: []
own: [["Warning",1365,"Division by 0"]][[1]]
own, in a transaction: [["Warning",1365,"Division by 0"]][[1]]
own error: [["Error",1054,"Unknown column 'secret' in 'SELECT'"]]
never inserted: [0,0,0]
after another question: ["[]",0]
between two of its own: [true,true,0,true]
in a transaction: [true,true]
wrong 0
== prepared by the server
SHOW WARNINGS: []
SHOW ERRORS: []
SHOW COUNT(*) WARNINGS: [[0]]
show /* x */ count(*) errors: [[0]]
SELECT @@warning_count, @@error_count: [[0,0]]
/*!50000 SHOW */ WARNINGS: []
SELECT @@session.Error_Count: [[0]]
prepared first: []
after a text without tables: []
own: [["Warning",1365,"Division by 0"]][[1]]
own, in a transaction: [["Warning",1365,"Division by 0"]][[1]]
own error: [["Error",1054,"Unknown column 'secret' in 'SELECT'"]]
never inserted: [0,0,0]
after another question: ["[]",0]
between two of its own: [true,true,0,true]
in a transaction: [true,true]
wrong 0
cleaned in between: [true,true]
texts of its own: 0
done
