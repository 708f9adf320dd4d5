--TEST--
SPEC 9.7: a value of another type, or an array that is equal but not identical, is not the one handed out
--FILE--
<?php
use Async\Pool;
use Async\PoolException;

require __DIR__ . '/helpers.inc';

foreach ([[5, ['5', 5.0, true]], ['0', [0, '', false, null]], [1.0, [1, '1', true]], [[1, 2], [[1, '2'], [1 => 2, 0 => 1]]],
    [null, [false, 0, '', []]]] as [$value, $others]) {
    $pool = new Pool(fn () => $value);
    $pool->acquire();
    foreach ($others as $other) {
        try {
            $pool->release($other);
            line('took', $other, 'for', $value);
        } catch (PoolException) {
        }
    }
    $pool->release($value);
    counts($pool);
}

finish();
--EXPECT--
total=1 idle=1 active=0
total=1 idle=1 active=0
total=1 idle=1 active=0
total=1 idle=1 active=0
total=1 idle=1 active=0
done
