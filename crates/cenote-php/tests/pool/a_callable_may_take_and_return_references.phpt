--TEST--
SPEC 3.1: a factory that returns a reference gives the value it has then, and callables that take the resource by reference change nothing in the pool
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

final class Source
{
    public int $number = 1;
}

$source = new Source();
$pool = new Pool(function &() use ($source) { return $source->number; }, max: 1);
$resource = $pool->acquire();
$source->number = 2;
line($resource);
$pool->release($resource);
line($pool->acquire());

// PHP warns that they are given a value.
error_reporting(E_ALL & ~E_WARNING);
$append = function (array &$resource) { $resource[] = 'more'; return true; };
$pool = new Pool(fn () => ['made'], beforeAcquire: $append, beforeRelease: $append, max: 1);
line(count($pool->use(function (array &$resource) { $resource[] = 'more'; return $resource; })));
$resource = $pool->acquire();
line(count($resource));
$pool->release($resource);
counts($pool);

finish();
--EXPECT--
1
1
2
1
total=1 idle=1 active=0
done
