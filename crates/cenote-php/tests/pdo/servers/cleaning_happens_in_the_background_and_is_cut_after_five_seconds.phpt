--TEST--
SPEC 19.9: cleaning holds up nobody who awaits the coroutine, and a server that does not answer is cut off after 5 s
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1];
$pdo = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'), null, null, $options);
$start = microtime(true);
await(spawn(function () use ($pdo, &$pid) {
    $pid = $pdo->pgsqlGetPid();
    $pdo->exec("SET work_mem = '1MB'");
    posix_kill($pid, SIGSTOP);
}));
echo 'the awaiter went on at once: ';
var_dump(microtime(true) - $start < 3);
echo 'the next one is served: ';
var_dump(await(spawn(fn () => $pdo->query('SELECT pg_backend_pid()')->fetchColumn())) !== $pid);
$passed = microtime(true) - $start;
var_dump($passed > 4.5 && $passed < 15);
posix_kill($pid, SIGCONT);
echo "done\n";
?>
--EXPECT--
the awaiter went on at once: bool(true)
the next one is served: bool(true)
bool(true)
done
