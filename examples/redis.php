<?php
// 100 coroutines read through a pool of 20 phpredis connections. Nothing in it is special to phpredis: the pool gets
// three functions, and the stock client waits without blocking the others.
//   CENOTE_REDIS=/path/to/socket php examples/redis.php        (or 127.0.0.1, the default)

declare(strict_types=1);

use Async\Pool;

$address = getenv('CENOTE_REDIS') ?: '127.0.0.1';

$pool = new Pool(
    factory: function () use ($address): Redis {
        $redis = new Redis();
        $redis->connect($address);
        return $redis;
    },
    destructor: fn (Redis $redis): bool => $redis->close(),
    healthcheck: fn (Redis $redis): bool => $redis->ping() !== false,
    min: 5,
    max: 20,
    healthcheckInterval: 100,
);

/** Runs $work with a connection of its own. */
$with = function (Closure $work) use ($pool): mixed {
    $redis = $pool->acquire(5_000);
    try {
        return $work($redis);
    } finally {
        $pool->release($redis);
    }
};

$keys = range(1, 100);
$with(function (Redis $redis) use ($keys): void {
    foreach ($keys as $key) {
        $redis->setex("cenote:example:$key", 60, "value of $key");
    }
});

$begin = hrtime(true);
$readers = [];
foreach ($keys as $key) {
    $readers[$key] = Async\spawn($with, function (Redis $redis) use ($key): string {
        $redis->rawCommand('BLPOP', 'cenote:example:nothing', '0.05'); // 50 ms on the server's side
        return $redis->get("cenote:example:$key");
    });
}
$values = Async\await_all_or_fail($readers);
$milliseconds = (hrtime(true) - $begin) / 1e6;

$right = 0;
foreach ($values as $key => $value) {
    $right += (int) ($value === "value of $key");
}
echo "$right of 100 values are right\n";
echo $pool->count(), " connections at most 20\n";
echo $milliseconds < 2_000 ? "far from the 5000 ms that one after the other would take\n" : "took $milliseconds ms\n";
$pool->close();
