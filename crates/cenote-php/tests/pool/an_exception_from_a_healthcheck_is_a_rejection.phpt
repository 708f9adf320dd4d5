--TEST--
SPEC 10.2, 13.3: a resource whose check throws is destroyed; the exception appears nowhere
--FILE--
<?php
require __DIR__ . '/helpers.inc';

set_exception_handler(fn ($e) => line('reported', $e));
$probe = new Probe();
$pool = $probe->pool(healthcheck: fn () => throw new RuntimeException('dead'), healthcheckInterval: 1);
$pool->release($pool->acquire());
until(fn () => $probe->destroyed === [1], 'the death');
counts($pool);
$pool->close();

finish();
--EXPECT--
make r1
destroy r1
total=0 idle=0 active=0
done
