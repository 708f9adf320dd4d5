--TEST--
SPEC 27.5, 26.2: a deprecated method of a driver says so once, in the words of plain PDO, and not again for each connection that is told
--INI--
error_reporting=-1
--SKIPIF--
<?php if (PHP_VERSION_ID < 80500) die('skip these methods are deprecated since PHP 8.5');
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await_all_or_fail, spawn, suspend};

$seen = [];
set_error_handler(function (int $level, string $message) use (&$seen) {
    $seen[] = "[$level] $message";
    return true;
});
$file = database();
$register = function (PDO $pdo) use (&$seen): array {
    $seen = [];
    $pdo->sqliteCreateFunction('one', fn() => 1);
    $pdo->sqliteCreateAggregate('two', fn() => 2, fn() => 2);
    $pdo->sqliteCreateCollation('three', fn($a, $b) => $a <=> $b);
    return $seen;
};
$plain = $register(new PDO("sqlite:$file"));
$pdo = pool(3, $file);
$pooled = $register($pdo);
say('told', count($plain), 'the same', $plain === $pooled);
echo implode("\n", $pooled), "\n";

$seen = [];
$query = function () use ($pdo) {
    $pdo->beginTransaction();
    $one = value($pdo, 'SELECT one() + two()');
    suspend();
    $pdo->rollBack();
    return $one;
};
say('on three connections', await_all_or_fail([spawn($query), spawn($query), spawn($query)]), $pdo->getPool()->count());
say('told again', $seen);
say('reflection', (new ReflectionFunction($pdo->sqliteCreateFunction(...)))->isDeprecated());
echo "done\n";
--EXPECT--
told: 3 | the same | true
[8192] Method PDO::sqliteCreateFunction() is deprecated since 8.5, use Pdo\Sqlite::createFunction() instead
[8192] Method PDO::sqliteCreateAggregate() is deprecated since 8.5, use Pdo\Sqlite::createAggregate() instead
[8192] Method PDO::sqliteCreateCollation() is deprecated since 8.5, use Pdo\Sqlite::createCollation() instead
on three connections: [3,3,3] | 3
told again: []
reflection: true
done
