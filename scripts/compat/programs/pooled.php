<?php
// A pooled PDO in two coroutines, a plain PDO and an Async\Pool; used beside other extensions.
declare(strict_types=1);

$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-beside.db';
$pooled = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$pooled->exec('CREATE TABLE t (n INTEGER)');
$coroutines = [];
foreach ([1, 2] as $number) {
    $coroutines[] = Async\spawn(function () use ($pooled, $number) {
        $statement = $pooled->prepare('INSERT INTO t VALUES (?)');
        $statement->execute([$number]);
        unset($statement);
        Async\suspend();
        $pooled->query('SELECT n FROM t')->fetchAll();
    });
}
Async\await_all_or_fail($coroutines);
echo $pooled->query('SELECT count(*) FROM t')->fetchColumn(), " rows\n";
$plain = new PDO('sqlite::memory:');
$plain->exec('CREATE TABLE p (n INTEGER)');
$pool = new Async\Pool(factory: fn() => new stdClass(), max: 1);
$pool->release($pool->acquire());
unset($pooled, $plain, $pool, $coroutines);
unlink($file);
if (function_exists('watch_pdo_calls')) {
    echo json_encode(watch_pdo_calls()), "\n";
}
if (function_exists('observed_calls')) {
    [$begun, $ended] = observed_calls();
    // This script and observed_calls() itself are still running.
    echo $begun - $ended, " observed calls without end\n";
}
echo "done\n";
