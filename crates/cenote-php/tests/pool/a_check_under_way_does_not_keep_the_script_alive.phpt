--TEST--
SPEC 13.10, 13.2: a health check that waits at the end of the script is cut off there, and its resource destroyed
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$check = function () {
    line('check begins');
    try {
        delay(3000);
        line('the script has waited for it');
    } finally {
        line('check ends');
    }
};
$pool = (new Probe())->pool(healthcheck: $check, min: 1, healthcheckInterval: 1);
while ($pool->activeCount() === 0) {
    delay(1);
}
line('end of script');
--EXPECT--
make r1
check begins
end of script
check ends
destroy r1
