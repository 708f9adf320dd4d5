<?php
// What someone does first with an installed cenote: a pooled PDO and a pool of something else, in coroutines.
$pdo = new PDO('sqlite:file:installed?mode=memory&cache=shared', options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$pool = new Async\Pool(factory: fn (): ArrayObject => new ArrayObject(), max: 2);
$job = function (int $number) use ($pdo, $pool): int {
    $object = $pool->acquire();
    Async\delay(1);
    $pool->release($object);
    return (int) $pdo->query("SELECT $number * 2")->fetchColumn();
};
$results = Async\await_all_or_fail(array_map(fn (int $number) => Async\spawn($job, $number), range(1, 10)));
echo array_sum($results), ' by ', count($pool), "\n";
