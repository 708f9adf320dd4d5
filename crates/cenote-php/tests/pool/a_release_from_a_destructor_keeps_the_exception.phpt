--TEST--
SPEC 10.4, 34.7: an exception that unwinds past an object which releases in its destructor is not lost or changed
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

final class Lease
{
    public function __construct(private Pool $pool, private mixed $r) {}

    public function __destruct()
    {
        $this->pool->release($this->r);
        line('released');
    }
}

$boom = new RuntimeException('on its way');
$work = function (Pool $pool) use ($boom) {
    $lease = new Lease($pool, $pool->acquire());
    throw $boom;
};
foreach (['accepts' => fn () => true, 'rejects' => fn () => false, 'throws' => fn () => throw new LogicException('hook')] as $how => $hook) {
    $pool = (new Probe())->pool(beforeRelease: $hook);
    try {
        $work($pool);
    } catch (Throwable $e) {
        line($how, $e === $boom, $e->getPrevious());
    }
    counts($pool);
    $pool->close();
}

finish();
--EXPECT--
make r1
released
accepts true null
total=1 idle=1 active=0
destroy r1
make r1
destroy r1
released
rejects true null
total=0 idle=0 active=0
make r1
destroy r1
released
throws true null
total=0 idle=0 active=0
done
