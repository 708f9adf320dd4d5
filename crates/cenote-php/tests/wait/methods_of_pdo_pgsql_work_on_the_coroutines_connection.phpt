--TEST--
SPEC 27.5, 26.5: methods of Pdo\Pgsql work on the coroutine's connection and bind it as exec does; what would change one connection only is refused
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) die('skip drivers have classes since PHP 8.4');
require __DIR__ . '/skip.inc';
?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

$dsn = 'pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';');
(new PDO($dsn))->exec('DROP TABLE IF EXISTS pgsql_methods; CREATE TABLE pgsql_methods (id int, who int)');
$pdo = PDO::connect($dsn, options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
echo get_class($pdo), ' ', $pdo->escapeIdentifier('a"b'), ', ', $pdo->getPool()->activeCount(), " active\n";

$work = function (int $who) use ($pdo) {
    $pdo->beginTransaction();
    $pid = $pdo->getPid();
    suspend();
    $pdo->copyFromArray('pgsql_methods', ["1\t$who", "2\t$who"]);
    suspend();
    $rows = array_map(trim(...), $pdo->copyToArray('pgsql_methods'));
    $oid = $pdo->lobCreate();
    $stream = $pdo->lobOpen($oid, 'w');
    fwrite($stream, "large of $who");
    fclose($stream);
    suspend();
    $same = $pid === $pdo->getPid() && $pid === $pdo->query('SELECT pg_backend_pid()')->fetchColumn();
    $text = stream_get_contents($pdo->lobOpen($oid));
    $pdo->lobUnlink($oid);
    $pdo->rollBack();
    return [$pid, implode(' | ', $rows), $same, $text];
};
[$first, $second] = [spawn($work, 7), spawn($work, 8)];
[[$pid, $rows, $same, $text], $other] = [await($first), await($second)];
echo "$rows, $text, ", $same ? 'the same connection throughout' : 'more than one connection', "\n";
echo "$other[1], $other[3], ", $pid !== $other[0] ? 'another connection' : 'the same for both', "\n";
try {
    $pdo->setNoticeCallback(fn() => null);
} catch (PDOException $e) {
    echo $e->getMessage(), "\n";
}
echo $pdo->getPool()->activeCount(), " active\n";
echo "done\n";
?>
--EXPECT--
Pdo\Pgsql "a""b", 0 active
1	7 | 2	7, large of 7, the same connection throughout
1	8 | 2	8, large of 8, another connection
setNoticeCallback() is not yet supported when PDO::ATTR_POOL_ENABLED is set: it would change one connection only. Use a PDO object without a pool for it
0 active
done
