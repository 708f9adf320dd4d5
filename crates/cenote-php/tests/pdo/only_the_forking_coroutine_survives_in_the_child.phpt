--TEST--
SPEC 29.7: after a fork in a coroutine only that coroutine goes on in the child; the others, main included, are dropped without running code
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(3, $file);
$parent = getmypid();
$where = fn() => getmypid() === $parent ? "parent\n" : "child\n";
$gate = new Gate();
$other = spawn(function () use ($pdo, $where, $gate) {
    try {
        $pdo->beginTransaction();
        $gate->pass();
    } finally {
        echo 'finally in the ', $where();
    }
});
suspend();
await(spawn(function () use ($file) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        delay(1);
        say('child works', value(pool(2, $file), 'SELECT count(*) FROM t'), await(spawn(fn() => 'with a coroutine of its own')));
        return;
    }
    pcntl_waitpid($pid, $status);
    say('child ended', pcntl_wifexited($status), pcntl_wexitstatus($status));
}));
echo 'main of the ', $where();
$gate->open();
await($other);
echo "done\n";
--EXPECT--
child works: 0 | with a coroutine of its own
child ended: true | 0
main of the parent
finally in the parent
done
