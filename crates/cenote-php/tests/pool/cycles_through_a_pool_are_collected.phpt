--TEST--
SPEC 15.1, 34.8: a cycle through any callable, the strategy, an idle or a handed-out resource is collectable
--FILE--
<?php
use Async\Pool;

require __DIR__ . '/helpers.inc';

final class Part
{
    public ?Pool $pool = null;

    public function __invoke(): Res
    {
        $r = new Res(1);
        $r->link = $this->pool;

        return $r;
    }
}

$plain = fn () => new Res(1);
$part = fn (string $name) => function () use ($name, $plain): Pool {
    $part = new Part();
    $part->pool = new Pool(...[$name => $part] + ['factory' => $plain]);

    return $part->pool;
};
$cycles = ['strategy' => function () use ($plain): Pool {
    $pool = new Pool($plain);
    $pool->setCircuitBreakerStrategy(new Strategy(onSuccess: fn () => $pool));

    return $pool;
}, 'idle resource' => function () use ($plain): Pool {
    $pool = new Pool($plain);
    $r = $pool->acquire();
    $r->link = $pool;
    $pool->release($r);

    return $pool;
}, 'resource that is out' => function () use ($plain): Pool {
    $pool = new Pool($plain);
    $pool->acquire()->link = $pool;

    return $pool;
}, 'array that is out' => function (): Pool {
    $box = new ArrayObject();
    $pool = new Pool(fn () => [$box]);
    $pool->acquire();
    $box['pool'] = $pool;

    return $pool;
}, 'pool with timers' => function () use ($plain): Pool {
    $part = new Part();
    $part->pool = new Pool($plain, healthcheck: $part, healthcheckInterval: 60_000, maxLifetime: 60_000, idleTimeout: 60_000, min: 1);

    return $part->pool;
}];
foreach (['factory', 'destructor', 'healthcheck', 'beforeAcquire', 'beforeRelease'] as $name) {
    $cycles[$name] = $part($name);
}

gc_collect_cycles();
foreach ($cycles as $name => $make) {
    $weak = WeakReference::create($make());
    $before = $weak->get() !== null;
    gc_collect_cycles();
    line($name, $before, $weak->get());
}

finish();
--EXPECT--
strategy true null
idle resource true null
resource that is out true null
array that is out true null
pool with timers true null
factory true null
destructor true null
healthcheck true null
beforeAcquire true null
beforeRelease true null
done
