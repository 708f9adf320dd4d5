<?php
// A worker: takes jobs from a Redis list, at most 50 at a time. Each job fetches a page and stores it in a transaction, within 1 s and in up to
// three attempts; a job that fails for good goes to a second list. At SIGTERM it takes no new jobs and finishes what it has begun.
//   CENOTE_REDIS=/path/to/socket CENOTE_HTTP=http://127.0.0.1:8080 CENOTE_DSN='pgsql:host=…' php examples/worker.php

declare(strict_types=1);

use Async\{Channel, Pool, Scope, Signal};
use function Async\{delay, signal, timeout, within};

$redis = new Pool(max: 50, factory: function (): Redis {
    $redis = new Redis();
    $redis->connect(getenv('CENOTE_REDIS') ?: '127.0.0.1');
    return $redis;
});
$pdo = new PDO(getenv('CENOTE_DSN'), getenv('DB_USER') ?: null, options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 10]);

$fetch = function (string $url): string {
    $body = @file_get_contents(getenv('CENOTE_HTTP') . $url);
    return $body === false ? throw new RuntimeException("no answer from $url") : trim($body);
};

$store = function (string $url, string $body) use ($pdo): void {
    $pdo->beginTransaction(); // on a connection of this job, which is rolled back if the job is cancelled
    $pdo->prepare('INSERT INTO pages VALUES (?, ?)')->execute([$url, $body]);
    $pdo->prepare('INSERT INTO visits VALUES (?)')->execute([$url]);
    $pdo->commit();
};

[$done, $failed] = [0, 0];
$run = function (string $url) use ($redis, $fetch, $store, &$done, &$failed): void {
    for ($attempt = 1; $attempt <= 3; $attempt++) {
        try {
            within(1_000, fn () => $store($url, $fetch($url)));
            $done++;
            return;
        } catch (Exception $e) {
            delay(10 * 2 ** $attempt);
        }
    }
    $failed++;
    echo "$url: {$e->getMessage()}\n";
    $redis->use(fn (Redis $redis) => $redis->rPush('jobs:failed', $url));
};

$jobs = new Channel(); // each job that is taken from the list goes to a coroutine that is free
$workers = new Scope();
for ($i = 0; $i < 50; $i++) {
    $workers->spawn(function () use ($jobs, $run): void {
        foreach ($jobs as $url) {
            $run($url);
        }
    });
}
$stop = signal(Signal::SIGTERM);
while (!$stop->isCompleted()) {
    $job = $redis->use(fn (Redis $redis) => $redis->blPop('jobs', 1)); // [list, value], or [] after a second
    if ($job) {
        $jobs->send($job[1]);
    }
}
$jobs->close();
$workers->awaitCompletion(timeout(30_000));
echo "$done jobs done, $failed failed\n";
