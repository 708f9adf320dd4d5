<?php
// A pooled \Redis: commands of many coroutines at once, and connections that are kept where they must be.

declare(strict_types=1);

use Cenote\Redis\PooledRedis;

require __DIR__ . '/boot.php';
if (!extension_loaded('redis')) {
    exit("skipped: no ext-redis; apt-get install php-redis, or pecl install redis\n");
}
$address = (string) getenv('CENOTE_REDIS');
if ($address === '') {
    exit("skipped: no Redis server; scripts/servers/run.sh scripts/compat/hosts.sh\n");
}

$redis = new PooledRedis(max: 4);
check($redis instanceof Redis && !$redis->isConnected(), 'it is a Redis');
check($redis->connect($address) === true && $redis->isConnected(), 'it connects');
$redis->setOption(Redis::OPT_PREFIX, 'hosts:');
$redis->select(3);
$redis->flushDB();

/** @param array<Closure> $jobs */
function together(array $jobs): array
{
    return Async\await_all_or_fail(array_map(fn (Closure $job) => Async\spawn($job), $jobs));
}

// Many coroutines, few connections; each gets its own answers.
together(array_map(fn (int $number) => function () use ($redis, $number): void {
    for ($i = 0; $i < 10; $i++) {
        $redis->set("key $number", "$number/$i");
        check($redis->get("key $number") === "$number/$i", 'the answer is to this question');
    }
}, range(1, 64)));
check($redis->getPool()->count() === 4 && $redis->getPool()->activeCount() === 0, 'four connections, all given back');

// One that blocks holds up no other.
$order = [];
together([
    function () use ($redis, &$order): void {
        $order[] = $redis->blPop(['jobs'], 5)[1];
    },
    function () use ($redis, &$order): void {
        $redis->set('other', '1');
        $order[] = 'set';
        $redis->rPush('jobs', 'job');
    },
]);
check($order === ['set', 'job'], 'who blocks has a connection of its own: ' . implode(', ', $order));

// Transactions and pipelines: each coroutine's commands stay together.
$redis->set('counter', '0');
$results = together(array_map(fn (int $number) => function () use ($redis, $number): array {
    check($redis->multi() === $redis, 'multi() gives the object, to go on with');
    $redis->incr('counter');
    Async\delay(1);
    return $redis->set("in $number", (string) $number)->get("in $number")->exec();
}, range(1, 12)));
check(array_map(fn (array $result): string => $result[2], $results) === array_map(strval(...), range(1, 12)), 'the results of each');
check($redis->get('counter') === '12' && $redis->getPool()->activeCount() === 0, 'given back after exec()');
check($redis->pipeline()->set('a', '1')->get('a')->exec() === [true, '1'], 'a pipeline');

// watch() holds until exec(); a change by another coroutine makes it fail.
[$watched] = together([
    function () use ($redis): mixed {
        $redis->watch('counter');
        Async\delay(20);
        return $redis->multi()->set('counter', 'mine')->exec();
    },
    function () use ($redis): void {
        Async\delay(5);
        $redis->set('counter', 'theirs');
    },
]);
check($watched === false && $redis->get('counter') === 'theirs', 'watched');
$redis->watch('counter');
check($redis->getPool()->activeCount() === 1 && $redis->unwatch() && $redis->getPool()->activeCount() === 0, 'until unwatch()');

// What a coroutine leaves open ends with it, and nobody else gets it.
together([function () use ($redis): void {
    $redis->multi();
    $redis->set('left', 'open');
}]);
check($redis->getPool()->activeCount() === 0 && $redis->exists('left') === 0, 'an open transaction is dropped');

// select() in a coroutine is for that coroutine.
together([
    function () use ($redis): void {
        $redis->select(4);
        $redis->set('where', 'four');
        Async\delay(10);
        check($redis->get('where') === 'four', 'it stays there');
        $redis->del('where');
    },
    function () use ($redis): void {
        Async\delay(5);
        check($redis->get('where') === false, 'others do not');
    },
]);
check($redis->get('where') === false, 'nor afterwards');

// An error is its coroutine's, and the connection is used again.
together([
    function () use ($redis): void {
        check($redis->lPush('counter', 'x') === false && str_starts_with((string) $redis->getLastError(), 'WRONGTYPE'), 'its error');
        check($redis->clearLastError() && $redis->getLastError() === null, 'cleared');
    },
    fn () => check($redis->getLastError() === null, 'and nobody else\'s'),
]);

// Subscribing, while others publish, until it is cancelled.
$heard = [];
$subscriber = Async\spawn(function () use ($redis, &$heard): void {
    $redis->subscribe(['news'], function (Redis $connection, string $channel, string $message) use (&$heard): void {
        $heard[] = $message;
    });
});
for ($i = 0; $i < 200 && $redis->publish('news', 'one') === 0; $i++) {
    Async\delay(10);
}
$redis->publish('news', 'two');
for ($i = 0; $i < 200 && count($heard) < 2; $i++) {
    Async\delay(10);
}
$subscriber->cancel();
Async\await_all([$subscriber]);
check($heard === ['one', 'two'] && $redis->getPool()->activeCount() === 0, 'heard: ' . implode(', ', $heard));

// A cancelled command: its answer reaches nobody.
$blocked = Async\spawn(fn () => $redis->blPop(['never'], 5));
Async\delay(10);
$blocked->cancel();
Async\await_all([$blocked]);
check($redis->get('counter') === 'theirs' && $redis->getPool()->activeCount() === 0, 'after a cancelled command');

// Scanning.
$redis->setOption(Redis::OPT_SCAN, Redis::SCAN_RETRY);
[$iterator, $found] = [null, 0];
while (($keys = $redis->scan($iterator, 'hosts:key *', 10)) !== false) {
    $found += count($keys);
}
check($found === 64, "all keys are found: $found");

// A server that is not there.
$nowhere = new PooledRedis();
try {
    $nowhere->connect("$address.nowhere");
    check(false, 'it throws');
} catch (RedisException) {
}
$redis->flushDB();
check($redis->close() && $redis->ping() !== false, 'after close() the next command connects anew');
echo "ok\n";
