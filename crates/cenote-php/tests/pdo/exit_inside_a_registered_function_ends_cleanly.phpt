--TEST--
SPEC 29.4, 30.8, 34.10: exit() inside a function called by SQLite, while other coroutines are parked in queries, ends the script without a crash
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
[$output, $code] = run_php('
    $pdo = pool(3, ' . var_export($file, true) . ');
    $pdo->sqliteCreateFunction("pause", function () {
        Async\delay(60000);
    });
    $pdo->sqliteCreateFunction("leave", function () {
        Async\suspend();
        exit(9);
    });
    Async\spawn(fn() => $pdo->query("SELECT pause()"));
    Async\spawn(function () use ($pdo) {
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO t VALUES (1, \'one\')");
        $pdo->query("SELECT leave()");
    });
    Async\delay(60000);
');
say('exit', $code, $output, committed($file), file_exists("$file-wal"));
echo "done\n";
--EXPECT--
exit: 9 |  | 0 | false
done
