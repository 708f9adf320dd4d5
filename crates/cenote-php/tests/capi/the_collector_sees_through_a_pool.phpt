--TEST--
SPEC 31.4, 15.2: a cycle from a resource, or a strategy, to the owner of the pool is collected
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

class Resource { public $owner; public function __destruct() { echo "resource gone\n"; } }
$resource = new Resource;
$owner = new CapiOwner(fn () => $resource);
$resource->owner = $owner;
$owner->wrapper()->setCircuitBreakerStrategy(new class($owner) implements Async\CircuitBreakerStrategy {
    public function __construct(public $owner) {}
    public function __destruct() { echo "strategy gone\n"; }
    public function reportSuccess(mixed $source): void {}
    public function reportFailure(mixed $source, Throwable $error): void {}
});
$weak = WeakReference::create($owner);
unset($owner, $resource);
say("before", $weak->get() !== null);
gc_collect_cycles();
say("after", $weak->get() !== null);
echo "done\n";
--EXPECT--
before: true
resource gone
strategy gone
after: false
done
