--TEST--
SPEC 3.5: clone, serialize and unserialize are refused
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(min: 1);
throws(fn () => clone $pool);
throws(fn () => serialize($pool));
throws(fn () => serialize([$pool]));
throws(fn () => unserialize('O:10:"Async\Pool":0:{}'));
throws(fn () => unserialize('C:10:"Async\Pool":0:{}'));
counts($pool);
$pool->close();

finish();
--EXPECTF--
make r1
Error: %s
Exception: Serialization of 'Async\Pool' is not allowed
Exception: Serialization of 'Async\Pool' is not allowed
Exception: Unserialization of 'Async\Pool' is not allowed
%AException: Unserialization of 'Async\Pool' is not allowed
total=1 idle=1 active=0
destroy r1
done
