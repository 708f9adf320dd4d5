--TEST--
SPEC 12.6: a pool that lives to the end of the script still destroys its idle resources
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool(min: 1, healthcheckInterval: 60_000);
register_shutdown_function(fn () => line('shutdown'));
line('end of script');
--EXPECT--
make r1
end of script
shutdown
destroy r1
