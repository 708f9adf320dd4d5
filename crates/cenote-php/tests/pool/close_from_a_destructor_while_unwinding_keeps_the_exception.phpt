--TEST--
SPEC 12.7, 10.4, 34.7: a close made by an object's destructor during unwinding does not disturb the exception in flight
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

final class Owner
{
    public function __construct(private Pool $pool) {}

    public function __destruct()
    {
        $this->pool->close();
        line('closed');
    }
}

$boom = new RuntimeException('on its way');
$pool = (new Probe())->pool(min: 1);
$work = function () use ($pool, $boom) {
    $owner = new Owner($pool);
    throw $boom;
};
try {
    $work();
} catch (Throwable $e) {
    line($e === $boom, $e->getPrevious());
}
line($pool->isClosed());

finish();
--EXPECT--
make r1
destroy r1
closed
true null
true
done
