--TEST--
SPEC 34.17, 21.2: what a COPY method of PostgreSQL is given in place of a table's name may call anything, so the session is cleaned after it
--SKIPIF--
<?php
getenv('CENOTE_POSTGRES') or die('skip needs scripts/servers/run.sh');
?>
--FILE--
<?php
(new PDO('pgsql:' . getenv('CENOTE_POSTGRES')))->exec('DROP TABLE IF EXISTS copied_by_a_text');
$pdo = new PDO('pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';'), options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$in_a_coroutine = fn (Closure $work): mixed => Async\await(Async\spawn($work));
$memory = fn (): string => $pdo->query('SHOW work_mem')->fetchColumn();

$before = $in_a_coroutine($memory);
$in_a_coroutine(fn () => $pdo->pgsqlCopyToArray("(SELECT set_config('work_mem', '1MB', false))"));
var_dump($in_a_coroutine($memory) === $before);

$in_a_coroutine(fn () => $pdo->exec('CREATE TABLE copied_by_a_text (n int)'));
$resets = $pdo->getPool()->stats()['resets'];
$in_a_coroutine(fn () => $pdo->pgsqlCopyFromArray('copied_by_a_text', ['1', '2']));
echo json_encode($in_a_coroutine(fn () => $pdo->pgsqlCopyToArray('public.copied_by_a_text'))), "\n";
var_dump($pdo->getPool()->stats()['resets'] === $resets);
$in_a_coroutine(fn () => $pdo->exec('DROP TABLE copied_by_a_text'));
echo 'done';
?>
--EXPECT--
bool(true)
["1\n","2\n"]
bool(true)
done
