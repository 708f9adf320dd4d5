--TEST--
SPEC 10.4, 12.7, 34.7: a callback that throws while a line's own exception drops the pool leaves both to the catch around the line
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$fails = fn () => throw new LogicException('callback');
$quiet = function () {};
// Each of these lines throws, and then frees what it computed with: the pool goes while the exception is in flight.
$lines = [
    'array + int' => fn ($pool) => [$pool()] + 1,
    'array in a string function' => fn ($pool) => strlen([$pool()]),
    'inside a try' => function ($pool) {
        try {
            return -[$pool()];
        } finally {
            line('finally');
        }
    },
];
foreach ($lines as $name => $work) {
    foreach (['quiet' => $quiet, 'fails' => $fails] as $how => $destructor) {
        $pool = fn () => (new Probe(quiet: true))->pool(min: 2, destructor: $destructor);
        try {
            $work($pool);
            line('not reached');
        } catch (Throwable $e) {
            for ($classes = []; $e; $e = $e->getPrevious()) {
                $classes[] = $e::class;
            }
            line($name, $how, implode(' <- ', $classes));
        }
    }
}

finish();
--EXPECT--
array + int quiet TypeError
array + int fails LogicException <- LogicException <- TypeError
array in a string function quiet TypeError
array in a string function fails LogicException <- LogicException <- TypeError
finally
inside a try quiet TypeError
finally
inside a try fails LogicException <- LogicException <- TypeError
done
