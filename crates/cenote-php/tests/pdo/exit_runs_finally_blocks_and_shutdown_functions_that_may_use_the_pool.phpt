--TEST--
SPEC 29.4, 30.8, 30.5: after exit() finally blocks of coroutines and shutdown functions run, and shutdown functions may still query the pool
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$output, $code] = run_php('
    $pdo = pool(2, database(TABLE));
    register_shutdown_function(function () use ($pdo) {
        say("shutdown", $pdo->inTransaction(), value($pdo, "SELECT count(*) FROM t"), usage($pdo));
    });
    Async\spawn(function () use ($pdo) {
        try {
            $pdo->beginTransaction();
            $pdo->exec("INSERT INTO t VALUES (1, \'one\')");
            Async\delay(60000);
        } finally {
            say("finally", $pdo->inTransaction());
        }
    });
    Async\suspend();
    exit(7);
');
echo $output;
say('exit code', $code);
echo "done\n";
--EXPECT--
finally: true
shutdown: false | 0 | 1 idle, 0 active
exit code: 7
done
