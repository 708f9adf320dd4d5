<?php
// One request over a pooled PDO and an Async\Pool. It leaves behind what a careless page leaves behind: a transaction, a
// statement, a resource, a parked coroutine. Answers with what the client compares between requests.
declare(strict_types=1);

$file = $_GET['database'];
$before = ['fds' => count(scandir('/proc/self/fd')), 'memory' => memory_get_usage()];

$made = $gone = 0;
$pool = new Async\Pool(
    factory: function () use (&$made) { $made++; return fopen('/dev/null', 'r'); },
    destructor: function ($resource) use (&$gone) { $gone++; fclose($resource); },
    min: 1,
    max: 2,
);
$pdo = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3, PDO::ATTR_TIMEOUT => 20]);
$pdo->exec('CREATE TABLE IF NOT EXISTS t (n INTEGER)');

// Its connections serve all requests of the process.
$lasting = new PDO("sqlite:$file", null, null, [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_PERSISTENT => true,
    PDO::ATTR_POOL_MAX => 2,
    PDO::ATTR_TIMEOUT => 20,
]);
$clean = [$lasting->inTransaction(), (int) $lasting->query('PRAGMA foreign_keys')->fetchColumn()];

$coroutines = [];
for ($number = 0; $number < 6; $number++) {
    $coroutines[] = Async\spawn(function () use ($pdo, $pool, $number) {
        $resource = $pool->acquire();
        Async\suspend();
        $value = (int) $pdo->query("SELECT $number")->fetchColumn();
        $pool->release($resource);
        return $value;
    });
}
$sum = array_sum(Async\await_all_or_fail($coroutines));

// Left behind on purpose.
$lasting->beginTransaction();
$lasting->query('SELECT count(*) FROM t')->fetch();
Async\await(Async\spawn(fn() => $lasting->exec('PRAGMA foreign_keys = 1')));
$pdo->beginTransaction();
$pdo->exec('INSERT INTO t VALUES (1)');
$statement = $pdo->query('SELECT 1');
$kept = $pool->acquire();
$never = new Async\FutureState();
$parked = Async\spawn(fn() => Async\await(new Async\Future($never), Async\timeout(1)));

ob_start();
phpinfo(INFO_MODULES);
$report = ob_get_clean();
preg_match('/VmRSS:\s+(\d+)/', file_get_contents('/proc/self/status'), $resident);
echo json_encode([
    'sapi' => PHP_SAPI,
    'pid' => getmypid(),
    'sum' => $sum,
    'rows' => (int) (new PDO("sqlite:$file"))->query('SELECT count(*) FROM t')->fetchColumn(),
    'cenote' => phpversion('cenote'),
    'report' => preg_match('/non-blocking I\/O[^:]*?(on|off|does not)\b/', strip_tags($report), $state) ? $state[1] : $report,
    'clean' => $clean,
    'lasting' => $lasting->getPool()->stats()['process'],
    'pdo_connections' => $pdo->getPool()->count(),
    'resident' => (int) $resident[1],
] + $before);
try {
    Async\await($parked);
} catch (Async\OperationCanceledException) {
    // The time limit of the parked one.
}
