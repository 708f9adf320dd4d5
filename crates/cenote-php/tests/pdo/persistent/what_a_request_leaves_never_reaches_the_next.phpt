--TEST--
SPEC 50.4, 50.5: a transaction, session state, a function, an attribute, rows, a statement's class: nothing of a request reaches the next, however it ends
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'two')");
$served = new Served(['max_execution_time' => 1, 'memory_limit' => '32M']);
$leaves = [
    'a transaction' => '$pdo->beginTransaction(); $pdo->exec("INSERT INTO t VALUES (NULL, NULL)");',
    'a setting' => '$pdo->query("SELECT 1"); $pdo->exec("PRAGMA foreign_keys = 1");',
    'a setting at the beginning' => '$pdo->exec("PRAGMA foreign_keys = 1"); $pdo->query("SELECT 1");',
    'a temporary table' => '$pdo->exec("CREATE TEMP TABLE left_over AS SELECT 1");',
    'a function' => '$pdo->sqliteCreateFunction("left_over", fn() => 1); $pdo->query("SELECT left_over()");',
    'an attribute' => '$pdo->setAttribute(PDO::ATTR_TIMEOUT, 9); $pdo->query("SELECT 1");',
    'rows' => '$rows = $pdo->query("SELECT * FROM t"); $rows->fetch();',
    'an error' => 'try { $pdo->query("SELECT nothing"); } catch (PDOException) {}',
    'a class' => 'class S extends PDOStatement {} $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [S::class]); $pdo->query("SELECT 1");',
];
$ends = [
    'return' => '',
    'exit' => 'exit;',
    'exception' => 'throw new LogicException;',
    'fatal error' => 'eval("interface I {} class C implements I, I {}");',
    'memory' => 'str_repeat("x", 1 << 27);',
    'time' => 'for (;;);',
];
$look = kept_pool($file) . '
    $seen = together(...array_fill(0, 3, fn() => [
        value($pdo, "PRAGMA foreign_keys"),
        value($pdo, "SELECT count(*) FROM temp.sqlite_schema"),
        $pdo->errorCode(),
        $pdo->inTransaction(),
        get_class($pdo->query("SELECT 1")),
        value($pdo, "SELECT count(*) FROM t"),
        throws(fn() => $pdo->query("SELECT left_over()")),
    ]));
    echo json_encode(array_unique($seen, SORT_REGULAR)[0]), count(array_unique($seen, SORT_REGULAR));';
$clean = (new Served())->page($look);
echo $clean, "\n";
foreach ($ends as $how => $end) {
    $differ = [];
    foreach ($leaves as $what => $leave) {
        if ($how === 'time' && !in_array($what, ['a transaction', 'rows'])) {
            continue;
        }
        $pid = $served->pid();
        $served->page(kept_pool($file) . "$leave $end");
        if (($seen = $served->page($look)) !== $clean) {
            $differ[$what] = $seen;
        }
    }
    say($how, $differ);
}
say('connections were adopted', (int) $served->page(kept_pool($file) . 'echo $pdo->getPool()->stats()["process"]["adopted"];') > 50);
echo "done\n";
--EXPECT--
[0,1,"00000",false,"PDOStatement",2,"PDOException: SQLSTATE[HY000]: General error: 1 no such function: left_over"]1
return: []
exit: []
exception: []
fatal error: []
memory: []
time: []
connections were adopted: true
done
