<?php
// What one start of PHP in a process must be able to do, like the first: classes, hooks, waits, pools, a pooled PDO, exit().
declare(strict_types=1);

$pdo = new PDO('sqlite:file:starts?mode=memory&cache=shared', null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$pool = new Async\Pool(fn() => new stdClass(), max: 2);
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = Async\spawn(fn() => fread($ours, 5));
$sleeper = Async\spawn(function () { usleep(1000); return 'slept'; });
$querier = Async\spawn(fn() => $pdo->query('SELECT 42')->fetchColumn());
$iterator = Async\spawn(function () use ($pdo) { foreach ($pdo->query('SELECT 1') as $row) { Async\suspend(); } return $row[0]; });
$fiber = Async\spawn(function () { $f = new Fiber(fn() => Async\delay(1)); $f->start(); return $f->isTerminated(); });
$thrower = Async\spawn(function () { try { throw new Async\AsyncException('caught'); } catch (Async\AsyncException $e) { return $e->getMessage(); } });
$compiled = Async\spawn(fn() => eval('return 6 * 7;'));
fwrite($theirs, 'hello');
echo json_encode(Async\await_all_or_fail([$reader, $sleeper, $querier, $iterator, $fiber, $thrower, $compiled])), ' ';
$resource = $pool->acquire();
$pool->release($resource);
echo $pdo->getPool()::class, ' ', $pdo->getPool()->count() > 0 ? 'pooled' : 'not pooled', ' ';
echo Async\CircuitBreakerState::ACTIVE->name, "\n";
Async\spawn(function () { try { Async\delay(60000); } finally { echo "unwound\n"; } });
Async\suspend();
exit(0);
