--TEST--
SPEC 29.4, 30.8: after a fatal error inside a query the shutdown functions can use the object, and what was open is rolled back
--FILE--
<?php
use function Async\spawn;
require __DIR__ . '/helpers.inc';
foreach (['in the main flow', 'in a coroutine', 'on a plain object'] as $where) {
    $file = database(TABLE);
    [$output, $status] = run_php(sprintf(<<<'CODE'
        use function Async\{spawn, suspend};
        ini_set('display_errors', '0');
        $pdo = new PDO('sqlite:%s', null, null, [PDO::ATTR_POOL_ENABLED => %s, PDO::ATTR_POOL_MAX => 2]);
        $pdo->sqliteCreateFunction('fail', fn() => eval('function strlen() {}'));
        register_shutdown_function(function () use ($pdo) {
            if (%s) {
                echo get_class(thrown(fn() => $pdo->query('SELECT 1'))), ' ', json_encode($pdo->inTransaction()), ' ';
                $pdo->rollBack();
            }
            echo value($pdo, 'SELECT count(*) FROM t'), ' ';
        });
        $work = function () use ($pdo) {
            $pdo->beginTransaction();
            $pdo->exec("INSERT INTO t VALUES (1, 'one')");
            $statement = $pdo->prepare('SELECT fail()');
            $statement->execute();
        };
        %s
        echo 'not reached';
        CODE, ...[
            $file,
            $where === 'on a plain object' ? 'false' : 'true',
            $where === 'in the main flow' ? 'true' : 'false',
            $where === 'in the main flow' ? '$work();' : 'spawn($work); suspend();',
        ]));
    say($where, trim($output), $status, committed($file));
}
echo "done\n";
--EXPECT--
in the main flow: PDOException true 0 | 255 | 0
in a coroutine: 0 | 255 | 0
on a plain object: 1 | 255 | 0
done
