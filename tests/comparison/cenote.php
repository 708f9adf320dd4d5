<?php
// The same questions to cenote.

declare(strict_types=1);

require __DIR__ . '/facts.php';

$pdo = new PDO('pgsql:' . strtr((string) getenv('CENOTE_POSTGRES'), ' ', ';'), options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
$in = fn (Closure $job): mixed => Async\await(Async\spawn($job));

$pdo->query('SELECT 1');
$both = function () use ($pdo): void {
    Async\await_all_or_fail(array_map(fn () => Async\spawn(fn () => $pdo->query('SELECT pg_sleep(0.2)')->fetchAll()), range(1, 2)));
};
fact('two stock PDO queries of 200 ms take 200 ms', least($both, 350) < 350);

$in(fn () => $pdo->query("SELECT set_config('work_mem', '123kB', false)"));
$seen = array_map(fn () => $in(fn () => $pdo->query('SHOW work_mem')->fetchColumn()), range(1, 6));
fact('what one coroutine sets, no other finds set', !in_array('123kB', $seen, true));

$in(fn () => $pdo->query('SELECT pg_advisory_lock(4712)')->fetchAll());
$plain = postgres('CENOTE_POSTGRES');
for ($tries = 0; $tries < 100; $tries++) { // cleaned in the background
    Async\delay(20);
    $left = (int) $plain->query("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4712")->fetchColumn();
    if ($left === 0) {
        break;
    }
}
fact('an advisory lock ends with the coroutine that took it', $left === 0);

$results = Async\await_all_or_fail(array_map(fn (int $number) => Async\spawn(function () use ($pdo, $number): bool {
    $statement = $pdo->prepare('SELECT ?::int');
    Async\suspend();
    return $statement->execute([$number]) && $statement->fetchColumn() === $number;
}), range(1, 12)));
fact('prepared statements of twelve coroutines on three connections do not meet', $results === array_fill(0, 12, true));
