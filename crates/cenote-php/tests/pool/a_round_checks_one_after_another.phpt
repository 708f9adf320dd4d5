--TEST--
SPEC 13.2, 13.3: checks of a pool never run side by side
--FILE--
<?php
use function Async\delay;

require __DIR__ . '/helpers.inc';

$running = $most = $checks = 0;
$pool = (new Probe(quiet: true))->pool(healthcheck: function () use (&$running, &$most, &$checks) {
    $most = max($most, ++$running);
    delay(2);
    $running--;
    $checks++;
}, min: 4, healthcheckInterval: 1);
until(function () use (&$checks) {
    return $checks >= 12;
}, 'three rounds');
line('side by side', $most);
$pool->close();

finish();
--EXPECT--
side by side 1
done
