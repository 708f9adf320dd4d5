--TEST--
SPEC 4.2: after a factory failure prewarm goes no further, and the same exception leaves the constructor
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$boom = new RuntimeException('refused');
$calls = 0;
try {
    new Pool(function () use (&$calls, $boom) {
        return ++$calls === 2 ? throw $boom : $calls;
    }, min: 5);
} catch (Throwable $e) {
    line($e === $boom, $e->getPrevious(), $calls);
}

finish();
--EXPECT--
true null 2
done
