--TEST--
SPEC 9.5, 34.6: after a destroying release the caller's value is intact, whatever its type
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

$values = [new Res(1), [1, ['deep']], str_repeat('long ', 3), 7];
$pool = new Pool(function () use (&$values) {
    return array_shift($values);
}, fn () => null, beforeRelease: fn () => false);
$object = $pool->acquire();
$array = $pool->acquire();
$string = $pool->acquire();
$int = $pool->acquire();
$other = $object;
$pool->release($object);
$pool->release($array);
$pool->release($string);
$pool->release($int);
counts($pool);
line($object, $other === $object, $object->id, $array, $string, $int);

finish();
--EXPECT--
total=0 idle=0 active=0
r1 true 1 [1, [deep]] long long long  7
done
