--TEST--
SPEC 18.7, 29.1, 34.10: at the end of the main flow a statement in a global that is the last holder of its PDO object is let go without harm
--FILE--
<?php
require __DIR__ . '/helpers.inc';
foreach ([
    'idle' => '',
    'transaction' => '$pdo->beginTransaction(); $pdo->exec("INSERT INTO t VALUES (1, \'one\')");',
    'session' => '$pdo->exec("CREATE TEMP TABLE x (n)");',
] as $name => $work) {
    foreach (['nobody else' => '', 'another coroutine' => 'Async\spawn(fn() => Async\delay(5));'] as $others => $spawn) {
        $file = database(TABLE);
        [$output, $code] = run_php('
            $pdo = pool(2, ' . var_export($file, true) . ');
            ' . $work . '
            $statement = $pdo->query("SELECT 1 UNION SELECT 2");
            $second = $pdo->prepare("SELECT 3");
            unset($pdo);
            ' . $spawn . '
            echo "end\n";
        ');
        say("$name, $others", $code, trim($output), file_exists("$file-wal"), committed($file));
    }
}
echo "done\n";
--EXPECT--
idle, nobody else: 0 | end | false | 0
idle, another coroutine: 0 | end | false | 0
transaction, nobody else: 0 | end | false | 0
transaction, another coroutine: 0 | end | false | 0
session, nobody else: 0 | end | false | 0
session, another coroutine: 0 | end | false | 0
done
