--TEST--
SPEC 15.2: a resource that nothing but the idle store refers to lives on, and is the one handed out later
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool();
$r = $pool->acquire();
$weak = WeakReference::create($r);
$pool->release($r);
unset($r);
gc_collect_cycles();
line($weak->get() !== null);
line($pool->acquire() === $weak->get());

finish();
--EXPECT--
make r1
true
true
done
