--TEST--
SPEC 23.2, 34.19: coroutines that fail in different ways on the same connections each keep the whole triple of their own error
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one')"), [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
$fail = fn(string $sql) => function () use ($pdo, $sql) {
    $pdo->exec($sql);
    suspend();
    $first = $pdo->errorInfo();
    suspend();
    return $first === $pdo->errorInfo() && $first[0] === $pdo->errorCode() ? $first : 'changed';
};
foreach (together(
    $fail('INSERT INTO nothere VALUES (1)'),
    $fail("INSERT INTO t VALUES (1, 'x')"),
    $fail('SELECT 1'),
    $fail('DELETE FROM nowhere'),
) as $i => $info) {
    say("coroutine $i", $info);
}
say('main', $pdo->errorInfo());
echo "done\n";
--EXPECT--
coroutine 0: ["HY000",1,"no such table: nothere"]
coroutine 1: ["23000",19,"UNIQUE constraint failed: t.id"]
coroutine 2: ["00000",null,null]
coroutine 3: ["HY000",1,"no such table: nowhere"]
main: ["00000",null,null]
done
