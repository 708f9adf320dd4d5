--TEST--
SPEC 9.7: the pool keeps handed-out objects alive, so that no later object takes the id of one
--FILE--
<?php
use Async\Pool;
use Async\PoolException;

require __DIR__ . '/helpers.inc';

$pool = new Pool(fn () => new stdClass(), max: 3);
$weak = WeakReference::create($pool->acquire());
line($weak->get() !== null);
$refused = 0;
for ($i = 0; $i < 100; $i++) {
    $objects[] = $o = new stdClass();
    try {
        $pool->release($o);
    } catch (PoolException) {
        $refused++;
    }
}
line($refused);
counts($pool);
$pool->release($weak->get());
counts($pool);

finish();
--EXPECT--
true
100
total=1 idle=0 active=1
total=1 idle=1 active=0
done
