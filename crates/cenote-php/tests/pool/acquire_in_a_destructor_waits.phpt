--TEST--
SPEC 30.12, 6.2: from PHP 8.4 on acquire in an object's destructor waits for a place, in its turn
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip destructors may switch from PHP 8.4 on'); ?>
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend};

require __DIR__ . '/helpers.inc';

final class Dying
{
    public function __construct(private Pool $pool) {}

    public function __destruct()
    {
        line('destructor waits');
        $resource = $this->pool->acquire();
        line('destructor has', $resource);
        $this->pool->release($resource);
    }
}

$pool = (new Probe())->pool(max: 1);
$held = $pool->acquire();
spawn(function () use ($pool): void {
    $resource = $pool->acquire();
    line('first in line has', $resource);
    $pool->release($resource);
});
spawn(function () use ($pool): void {
    $dying = new Dying($pool);
    unset($dying);
    line('destroyed');
});
suspend();
line('released');
$pool->release($held);
settle();
counts($pool);
stats($pool, 'waiting');

finish();
--EXPECT--
make r1
destructor waits
released
first in line has r1
destructor has r1
destroyed
total=1 idle=1 active=0
waiting=0
done
