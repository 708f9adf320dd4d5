--TEST--
SPEC 3.4: a value of any type is made, handed out, taken back and reused
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$values = [5, 0, -1, 1.5, 0.0, true, false, 'text', '', '0', [1, [2]], [], new stdClass(), fn () => 1, fopen('php://memory', 'r')];
foreach ($values as $value) {
    $calls = 0;
    $pool = new Pool(function () use ($value, &$calls) {
        $calls++;

        return $value;
    }, max: 1);
    $first = $pool->acquire();
    $busy = $pool->tryAcquire() === null;
    $pool->release($first);
    $second = $pool->tryAcquire();
    line(get_debug_type($value), $first === $value && $second === $value, $busy, $calls, $pool->activeCount());
}

finish();
--EXPECT--
int true true 1 1
int true true 1 1
int true true 1 1
float true true 1 1
float true true 1 1
bool true true 1 1
bool true true 1 1
string true true 1 1
string true true 1 1
string true true 1 1
array true true 1 1
array true true 1 1
stdClass true true 1 1
Closure true true 1 1
resource (stream) true true 1 1
done
