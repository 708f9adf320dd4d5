--TEST--
SPEC 17.1: PDO::connect() and the classes of drivers refuse with a pool what they refuse without, with the same text
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip PDO::connect() exists since PHP 8.4');
--FILE--
<?php
require __DIR__ . '/helpers.inc';
class OfPdo extends PDO {}
class OfSqlite extends Pdo\Sqlite {}
$memory = 'sqlite::memory:';
$calls = [
    'a child of PDO' => [[OfPdo::class, 'connect'], [$memory]],
    'unknown driver' => [[PDO::class, 'connect'], ['nodriver:x']],
    'unknown driver, class of another' => [[OfSqlite::class, 'connect'], ['nodriver:x']],
    'no driver' => [[OfSqlite::class, 'connect'], ['nonsense']],
    'no arguments' => [[PDO::class, 'connect'], []],
    'DSN of wrong type' => [[PDO::class, 'connect'], [[]]],
    'options of wrong type' => [[PDO::class, 'connect'], [$memory, null, null, 'x']],
    'ERRMODE out of range' => [[OfSqlite::class, 'connect'], [$memory, null, null, [PDO::ATTR_ERRMODE => 77]]],
    'STATEMENT_CLASS' => [[PDO::class, 'connect'], [$memory, null, null, [PDO::ATTR_STATEMENT_CLASS => ['nothing']]]],
];
$file = database();
foreach ($calls as $name => [$call, $arguments]) {
    $plain = outcome(fn() => $call(...$arguments), $file);
    if (($arguments[0] ?? null) === $memory) {
        $arguments[0] = "sqlite:$file";
    }
    if (count($arguments) > 0 && is_array($arguments[3] ?? [])) {
        $arguments += [1 => null, 2 => null];
        $arguments[3] = ($arguments[3] ?? []) + [PDO::ATTR_POOL_ENABLED => true];
    }
    $pooled = outcome(fn() => $call(...$arguments), $file);
    if ($plain !== $pooled) {
        echo "== $name\n-- plain\n$plain-- pooled\n$pooled";
    }
}
say('compared', count($calls));
say('connected', opened($file));
echo "done\n";
--EXPECT--
compared: 9
connected: 0
done
