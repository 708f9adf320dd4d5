--TEST--
SPEC 29.2: pooled objects made, used and dropped by coroutines that live on leave no memory behind, inside or outside of the engine's
--SKIPIF--
<?php if (!is_readable('/proc/self/status')) die('skip no /proc: memory outside of the engine cannot be measured'); ?>
<?php if (getenv('USE_ZEND_ALLOC') === '0') die('skip valgrind keeps freed memory back'); ?>
<?php if (getenv('CENOTE_EMULATED')) die('skip the memory is also that of an emulator'); ?>
--FILE--
<?php
use Async\Channel;
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$resident = fn() => (int) preg_replace('/.*VmRSS:\s+(\d+).*/s', '$1', file_get_contents('/proc/self/status')) * 1024;
$file = database();
/** A coroutine that uses what it is sent. */
$requests = new Channel();
$answers = new Channel();
$user = spawn(function () use ($requests, $answers) {
    while ($pdo = $requests->recv()) {
        value($pdo, 'SELECT 1');
        unset($pdo);
        $answers->send(1);
    }
});
$ways = [
    'used where it was made' => fn() => value(pool(1, $file), 'SELECT 1'),
    'used by another coroutine' => function () use ($file, $requests, $answers) {
        $requests->send(pool(1, $file));
        $answers->recv();
    },
];
foreach ($ways as $name => $way) {
    for ($i = 0; $i < 7000; $i++) {
        $i === 1000 && $before = $resident();
        $way();
    }
    // 666 bytes for each were kept: 4 MB.
    say($name, $resident() - $before < 2_000_000 ? 'stays' : 'grows by ' . ($resident() - $before));
}
$requests->send(null);
await($user);
echo "done\n";
--EXPECT--
used where it was made: stays
used by another coroutine: stays
done
