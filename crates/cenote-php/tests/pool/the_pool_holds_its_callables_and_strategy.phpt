--TEST--
SPEC 15.1: callables and strategy live as long as the pool, and not longer
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

final class Callbacks
{
    public function make(): string
    {
        return 'made';
    }

    public function destroy(): void {}

    public function __invoke(): void {}
}

$weak = [];
$held = function (object $object) use (&$weak) {
    $weak[] = WeakReference::create($object);

    return $object;
};
$pool = new Pool(
    [$held(new Callbacks()), 'make'],
    [$held(new Callbacks()), 'destroy'],
    $held(new Callbacks()),
    $held(new Callbacks())->__invoke(...),
    $held(function () {
        return new ArrayObject();
    }),
);
$pool->setCircuitBreakerStrategy($held(new Strategy()));
gc_collect_cycles();
$alive = fn () => count(array_filter($weak, fn ($w) => $w->get() !== null));
line($alive());
$pool->release($pool->acquire());
unset($pool);
line($alive());

finish();
--EXPECT--
6
success
0
done
