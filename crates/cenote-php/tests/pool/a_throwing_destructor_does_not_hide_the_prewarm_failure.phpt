--TEST--
SPEC 4.2, 4.3: the factory's exception leaves the constructor though destructors throw as well; all are called
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$boom = new RuntimeException('refused');
$calls = 0;
try {
    new Pool(
        function () use (&$calls, $boom) {
            return ++$calls === 3 ? throw $boom : $calls;
        },
        function ($r) {
            line("destroy $r");
            throw new LogicException("destructor $r");
        },
        min: 3,
    );
} catch (Throwable $e) {
    line($e === $boom);
}

finish();
--EXPECTF--
destroy %d
destroy %d
true
done
