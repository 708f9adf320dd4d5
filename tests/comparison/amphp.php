<?php
// What docs/reports/comparison.md says of amphp/amp 2, run from Debian's package without cenote.

declare(strict_types=1);

require __DIR__ . '/facts.php';
// The package's autoload.php makes a loop before it loads these.
require 'Amp/functions.php';
require 'Amp/Internal/functions.php';
require 'Amp/autoload.php';

use Amp\Loop;

$took = function (Closure $job): float {
    $began = hrtime(true);
    Loop::run($job);
    return (hrtime(true) - $began) / 1e6;
};
$both = fn () => yield [Amp\call(fn () => yield new Amp\Delayed(200)), Amp\call(fn () => yield new Amp\Delayed(200))];
fact('its own waits overlap', least(fn () => Loop::run($both), 350) < 350);

$query = function (): Generator {
    yield new Amp\Delayed(1);
    return postgres('CENOTE_POSTGRES')->query('SELECT pg_sleep(0.2)')->fetchColumn();
};
$stock = $took(fn () => yield [Amp\call($query), Amp\call($query)]);
fact('a stock PDO query in a coroutine of version 2 holds up all others', $stock >= 400);

$inner = fn () => yield new Amp\Delayed(1);
fact('a function that waits is a generator, and so is each function above it', $inner() instanceof Generator);
fact('version 2 runs without any extension', array_filter(['ev', 'event', 'uv'], extension_loaded(...)) === []);
