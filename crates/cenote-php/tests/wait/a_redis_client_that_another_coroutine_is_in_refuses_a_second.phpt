--TEST--
SPEC 28.10: a phpredis client that another coroutine is inside of refuses a second one, and the first is not disturbed
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
use function Async\{await, delay, spawn};

function tried(Closure $call): string
{
    try {
        return json_encode($call());
    } catch (RedisException $e) {
        return get_class($e);
    } catch (Async\AsyncException $e) {
        return preg_replace('/#\d+ \(spawned at [^)]*\)/', '#3', strstr($e->getMessage(), ' with it', true));
    }
}

$redis = new Redis();
$redis->connect(getenv('CENOTE_REDIS'));
$redis->del('a list', 'a key');
$seconds = [
    fn () => $redis->get('a key'),
    fn () => $redis->multi(Redis::PIPELINE),
    fn () => $redis->exec(),
    fn () => $redis->subscribe(['nothing'], fn () => null),
    fn () => $redis->pconnect(getenv('CENOTE_REDIS')),
    fn () => $redis->setOption(Redis::OPT_PREFIX, 'x'),
];
foreach ($seconds as $second) {
    $first = spawn(fn () => tried(fn () => $redis->blPop(['a list'], 5)));
    delay(5);
    echo tried($second), "\n";
    $other ??= (function () {
        $other = new Redis();
        $other->connect(getenv('CENOTE_REDIS'));
        return $other;
    })();
    $other->rPush('a list', 'value');
    echo await($first), "\n";
}

// In a pipeline nobody waits before exec(): it keeps the replies that it expects in the client.
$redis->multi(Redis::PIPELINE);
$redis->rawCommand('BLPOP', 'a list', '5');
$first = spawn(fn () => tried(fn () => $redis->exec()));
delay(5);
echo tried(fn () => $redis->get('a key')), "\n";
$other->rPush('a list', 'value');
echo await($first), "\n";

// By itself, in a callback.
$subscriber = spawn(fn () => tried(function () use ($redis) {
    $redis->subscribe(['a channel'], function (Redis $redis) {
        echo 'own: ', json_encode($redis->isConnected()), "\n";
        $redis->close();
    });
}));
for ($told = 0; $told === 0; $told = $other->publish('a channel', 'told')) {
    delay(1);
}
echo await($subscriber), "\n";
echo "done\n";
?>
--EXPECT--
Redis::get() is refused: coroutine #3 is inside Redis::blPop()
["a list","value"]
Redis::multi() is refused: coroutine #3 is inside Redis::blPop()
["a list","value"]
Redis::exec() is refused: coroutine #3 is inside Redis::blPop()
["a list","value"]
Redis::subscribe() is refused: coroutine #3 is inside Redis::blPop()
["a list","value"]
Redis::pconnect() is refused: coroutine #3 is inside Redis::blPop()
["a list","value"]
Redis::setOption() is refused: coroutine #3 is inside Redis::blPop()
["a list","value"]
Redis::get() is refused: coroutine #3 is inside Redis::exec()
[["a list","value"]]
own: true
RedisException
done
