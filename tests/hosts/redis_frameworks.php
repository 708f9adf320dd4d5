<?php
// Symfony's and Laravel's cache, sessions and locks on one pooled \Redis, used by 40 coroutines at the same time. Laravel's by the lines of
// packages/redis/README.md.

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

/** @param Closure(int): mixed $work */
function together(Closure $work): void
{
    Async\await_all_or_fail(array_map(fn (int $number) => Async\spawn($work, $number), range(1, 40)));
}

$ran = 0;
if (class_exists('Symfony\Component\Cache\Adapter\RedisAdapter')) {
    $redis = new PooledRedis(max: 4);
    $redis->connect($address);
    $redis->select(5);
    $redis->flushDB();
    $cache = new Symfony\Component\Cache\Adapter\RedisAdapter($redis, 'test');
    $made = 0;
    together(function (int $number) use ($cache, &$made): void {
        $item = $cache->getItem("own$number");
        check(!$item->isHit(), 'nothing yet');
        $cache->save($item->set("value $number"));
        check($cache->getItem("own$number")->get() === "value $number", 'its own');
        $cache->saveDeferred($cache->getItem("later$number")->set($number));
        $cache->commit();
        check($cache->getItem("later$number")->get() === $number, 'what was deferred');
    });
    check(count(iterator_to_array($cache->getItems(array_map(fn (int $number): string => "own$number", range(1, 40))))) === 40, 'all of them');
    $factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\RedisStore($redis));
    $inside = $most = $turns = 0;
    together(function () use ($factory, &$inside, &$most, &$turns): void {
        $lock = $factory->createLock('one at a time', 10);
        while (!$lock->acquire()) {
            Async\delay(2);
        }
        $most = max($most, ++$inside);
        Async\delay(1);
        $inside--;
        $turns++;
        $lock->release();
    });
    check($most === 1 && $turns === 40, "the lock: $most inside, $turns turns");
    $sessions = new Symfony\Component\HttpFoundation\Session\Storage\Handler\RedisSessionHandler($redis, ['ttl' => 100]);
    together(function (int $number) use ($sessions): void {
        $sessions->open('', 'session');
        check($sessions->read("session$number") === '', 'a new session');
        $sessions->write("session$number", "data of $number");
        check($sessions->read("session$number") === "data of $number", 'its own data');
        check($number % 2 === 0 || $sessions->destroy("session$number"), 'it is destroyed');
    });
    check($redis->getPool()->count() <= 4 && $redis->getPool()->activeCount() === 0, 'four connections at most');
    $ran++;
}

if (class_exists('Illuminate\Redis\RedisManager')) {
    $app = new Illuminate\Foundation\Application(sys_get_temp_dir());
    Illuminate\Support\Facades\Facade::setFacadeApplication($app);
    $app->instance('config', new Illuminate\Config\Repository([
        'app' => ['key' => str_repeat('k', 32)],
        'database' => ['redis' => ['client' => 'pooled', 'default' => ['host' => $address, 'port' => 0, 'database' => 6, 'prefix' => 'app:', 'max' => 4]]],
        'cache' => ['default' => 'redis', 'prefix' => 'cache', 'stores' => ['redis' => ['driver' => 'redis', 'connection' => 'default', 'lock_connection' => 'default']]],
        'session' => ['driver' => 'redis', 'connection' => 'default', 'lifetime' => 10, 'cookie' => 'session'],
    ]));
    foreach (['Redis\RedisServiceProvider', 'Cache\CacheServiceProvider', 'Session\SessionServiceProvider', 'Filesystem\FilesystemServiceProvider'] as $provider) {
        $app->register("Illuminate\\$provider");
    }
    preg_match('~```php\n(Illuminate\\\\Support\\\\Facades\\\\Redis::extend.*?)```~s', file_get_contents(__DIR__ . '/../../packages/redis/README.md'), $found);
    eval($found[1]);
    $app->make('redis')->connection()->flushdb();
    $cache = $app->make('cache');
    together(function (int $number) use ($cache): void {
        check($cache->get("own$number") === null, 'nothing yet');
        $cache->put("own$number", ['value' => $number], 100);
        Async\delay(random_int(0, 3));
        check($cache->get("own$number") === ['value' => $number], 'its own');
        $cache->increment('together');
        check($cache->remember("made$number", 100, fn (): string => "made by $number") === "made by $number", 'remembered');
    });
    check((int) $cache->get('together') === 40, 'counted by all');
    $inside = $most = $turns = 0;
    together(function () use ($cache, &$inside, &$most, &$turns): void {
        $cache->lock('one at a time', 10)->betweenBlockedAttemptsSleepFor(5)->block(60, function () use (&$inside, &$most, &$turns): void {
            $most = max($most, ++$inside);
            Async\delay(1);
            $inside--;
            $turns++;
        });
    });
    check($most === 1 && $turns === 40, "the lock: $most inside, $turns turns");
    together(function (int $number) use ($app): void {
        $session = $app->make('session')->driver()->getHandler();
        check($session->read("session$number") === '', 'a new session');
        $session->write("session$number", "data of $number");
        check($session->read("session$number") === "data of $number", 'its own data');
    });
    $results = [];
    together(function (int $number) use ($app, &$results): void {
        $results[$number] = $app->make('redis')->connection()->transaction(function (Redis $redis) use ($number): void {
            $redis->set("transaction$number", $number);
            Async\delay(1);
            $redis->get("transaction$number");
        });
    });
    check($results[7] === [true, '7'] && count($results) === 40, 'transactions: ' . json_encode($results[7]));
    check($app->make('redis')->connection()->client()->getPool()->count() <= 4, 'four connections at most');
    $ran++;
}
echo $ran === 0 ? "skipped: no framework; composer require laravel/framework symfony/cache symfony/lock, and name the project's folder in CENOTE_HOSTS\n" : "ok\n";
