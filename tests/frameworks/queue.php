<?php
// Laravel's queues with 64 coroutines that push and 8 workers in one process: each job runs once, none of a transaction that was rolled
// back, and one that fails is tried again. On a database by one pooled PDO, on Redis by one pooled \Redis.

declare(strict_types=1);

require __DIR__ . '/check.php';
require 'Illuminate/Queue/autoload.php';
$driver = $argv[1];
require $driver === 'redis' ? 'Illuminate/Redis/autoload.php' : 'Illuminate/Database/autoload.php';
require 'Illuminate/Events/autoload.php';

use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Queue\Jobs\Job;
use Illuminate\Queue\Worker;
use Illuminate\Queue\WorkerOptions;

final class Numbered
{
    /** @var array<int, int> how often each was begun */
    public static array $begun = [];

    /** @var array<int, int> */
    public static array $done = [];

    /** @param array{number: int} $data */
    public function fire(Job $job, array $data): void
    {
        $number = $data['number'];
        self::$begun[$number] = (self::$begun[$number] ?? 0) + 1;
        usleep(random_int(0, 3000));
        $number % 8 === 0 && $job->attempts() === 1 && throw new DomainException('once more');
        self::$done[$number] = (self::$done[$number] ?? 0) + 1;
        $job->delete();
    }
}

$server = server($driver);
$container = new Container();
Container::setInstance($container);
$events = new Illuminate\Events\Dispatcher($container);
$connection = $redis = null;
if ($driver === 'redis') {
    $redis = new Cenote\Redis\PooledRedis(max: 4);
    $redis->connect($server['path']);
    $redis->flushDB();
    $factory = new class ($redis) implements Illuminate\Contracts\Redis\Factory {
        private Illuminate\Redis\Connections\PhpRedisConnection $connection;

        public function __construct(Redis $redis)
        {
            $this->connection = new Illuminate\Redis\Connections\PhpRedisConnection($redis);
        }

        public function connection($name = null)
        {
            return $this->connection;
        }
    };
    $queue = new Illuminate\Queue\RedisQueue($factory, 'default');
} else {
    Cenote\Laravel\PooledDatabaseServiceProvider::resolveConnections();
    $capsule = new Illuminate\Database\Capsule\Manager();
    $capsule->addConnection(['driver' => $driver, 'options' => [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 6]] + match ($driver) {
        'pgsql' => ['host' => $server['host'], 'port' => $server['port'], 'database' => $server['dbname'], 'username' => $server['user'], 'charset' => 'utf8'],
        'mysql' => ['unix_socket' => $server['unix_socket'], 'database' => 'frameworks', 'username' => 'root', 'password' => '', 'charset' => 'utf8mb4'],
    });
    $connection = $capsule->getConnection();
    $schema = $connection->getSchemaBuilder();
    $schema->dropIfExists('jobs');
    $schema->create('jobs', function ($table): void {
        $table->bigIncrements('id');
        $table->string('queue')->index();
        $table->longText('payload');
        $table->unsignedTinyInteger('attempts');
        $table->unsignedInteger('reserved_at')->nullable();
        $table->unsignedInteger('available_at');
        $table->unsignedInteger('created_at');
    });
    $queue = new Illuminate\Queue\DatabaseQueue($connection, 'jobs', 'default', 60);
}
$queue->setContainer($container);
$queue->setConnectionName('default');
$manager = new class (['config' => ['queue.default' => 'default']], $queue) extends Illuminate\Queue\QueueManager {
    public function __construct(array $app, private Illuminate\Contracts\Queue\Queue $queue)
    {
    }

    public function connection($name = null)
    {
        return $this->queue;
    }
};
$failures = new class implements ExceptionHandler {
    /** @var list<Throwable> */
    public array $unexpected = [];

    public function report(Throwable $e)
    {
        $e instanceof DomainException || $this->unexpected[] = $e;
    }

    public function shouldReport(Throwable $e)
    {
        return true;
    }

    public function render($request, Throwable $e)
    {
        throw $e;
    }

    public function renderForConsole($output, Throwable $e)
    {
    }
};

$isOver = false;
$work = function () use ($manager, $events, $failures, &$isOver): void {
    $worker = new Worker($manager, $events, $failures, fn (): bool => false);
    $options = new WorkerOptions(sleep: 0.005, maxTries: 3);
    while (!$isOver) {
        $worker->runNextJob('default', 'default', $options);
    }
};
$workers = array_map(fn () => Async\spawn($work), range(1, 8));
$expected = [];
together(function (int $number) use ($queue, $connection, &$expected): void {
    for ($i = 0; $i < 3; $i++) {
        $job = 100 * $i + $number;
        if ($connection !== null && $number % 4 === 1) {
            // The job is a row: what is rolled back was never pushed.
            $connection->beginTransaction();
            $queue->push('Numbered@fire', ['number' => $job]);
            usleep(1000);
            $i === 1 ? $connection->rollBack() : $connection->commit();
            if ($i === 1) {
                continue;
            }
        } else {
            $queue->push('Numbered@fire', ['number' => $job]);
        }
        $expected[] = $job;
    }
});
for ($i = 0; $i < 10_000 && $failures->unexpected === [] && count(Numbered::$done) < count($expected); $i++) {
    usleep(2000);
}
usleep(20_000);
$isOver = true;
Async\await_all_or_fail($workers);
check($failures->unexpected === [], implode("\n", array_slice($failures->unexpected, 0, 2)));
sort($expected);
ksort(Numbered::$done);
check(array_keys(Numbered::$done) === $expected, 'each job: ' . count(Numbered::$done) . ' of ' . count($expected));
check(array_unique(Numbered::$done) === [$expected[0] => 1], 'each was done once');
foreach (Numbered::$begun as $number => $times) {
    check($times === ($number % 8 === 0 ? 2 : 1), "job $number was begun $times times");
}
check($queue->size() === 0, 'the queue is empty');
$pool = $redis === null ? $connection->getPdo()->getPool() : $redis->getPool();
check($pool->count() <= 6 && $pool->activeCount() === 0, "no more connections than maximum, and all are back: {$pool->count()}, {$pool->activeCount()}");
$connection === null || $schema->drop('jobs');
echo "ok\n";
