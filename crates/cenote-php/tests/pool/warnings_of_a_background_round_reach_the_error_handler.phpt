--TEST--
SPEC 10.7, 30.11: a destructor's exception in a background round is a warning for the main flow's error handler
--FILE--
<?php
use Async\Pool;
use function Async\delay;

set_error_handler(function (int $level, string $text): bool {
    echo $level === E_WARNING ? 'warning' : $level, ': ', strtok($text, "\n"), "\n";
    return true;
});
$fails = true;
$pool = new Pool(
    factory: fn () => new stdClass,
    destructor: function () use (&$fails) { $fails && throw new RuntimeException('destructor failed'); },
    healthcheck: fn () => false,
    min: 1,
    healthcheckInterval: 1,
);
for ($rounds = 0; $pool->stats()['destroyed'] === 0 && $rounds < 2000; $rounds++) {
    delay(1);
}
$fails = false;
echo "done\n";
--EXPECTF--
warning: Async\Pool: a destructor threw RuntimeException: destructor failed
%Adone
