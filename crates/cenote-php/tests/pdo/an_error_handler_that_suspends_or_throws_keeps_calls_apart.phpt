--TEST--
SPEC 23.2, 10.4, 30.11: an error handler that suspends inside a failed call lets others work meanwhile, and one that throws passes its exception on; both coroutines keep their own error
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database(TABLE, "INSERT INTO t VALUES (1, 'one')"), [PDO::ATTR_ERRMODE => PDO::ERRMODE_WARNING]);
$log = [];
$fail = function (string $name, string $sql) use ($pdo, &$log) {
    set_error_handler(function ($level, $message) use ($name, &$log) {
        $log[] = "$name enters";
        suspend();
        $log[] = "$name leaves";
        return true;
    });
    $result = $pdo->exec($sql);
    return [$result, $pdo->errorInfo()];
};
foreach (together(
    fn() => $fail('a', 'DELETE FROM nowhere'),
    fn() => $fail('b', "INSERT INTO t VALUES (1, 'x')"),
) as $i => $seen) {
    say("coroutine $i", $seen);
}
say('interleaved', $log);
$thrown = await(spawn(function () use ($pdo) {
    set_error_handler(fn($level, $message) => throw new ErrorException('made of a warning'));
    return thrown(fn() => $pdo->query('SELECT * FROM nowhere'));
}));
say('thrown', get_class($thrown), $thrown->getMessage());
unset($thrown);
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
coroutine 0: [false,["HY000",1,"no such table: nowhere"]]
coroutine 1: [false,["23000",19,"UNIQUE constraint failed: t.id"]]
interleaved: ["a enters","b enters","a leaves","b leaves"]
thrown: ErrorException | made of a warning
usage: 2 idle, 0 active
done
