--TEST--
SPEC 9.7, 12.6: when the Pool object goes, handed-out resources are let go without a destructor call
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(max: 2);
$out = $pool->acquire();
$idle = $pool->acquire();
$dropped = WeakReference::create($idle);
$pool->release($idle);
unset($idle);
$weak = WeakReference::create($out);
unset($pool);
line($out, $dropped->get());
unset($out);
line($weak->get());

finish();
--EXPECT--
make r1
make r2
destroy r2
r1 null
null
done
