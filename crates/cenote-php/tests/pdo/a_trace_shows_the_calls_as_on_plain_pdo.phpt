--TEST--
SPEC 16.7: the trace of an exception shows the same calls as on plain PDO, and no object of the pool
--FILE--
<?php
require __DIR__ . '/helpers.inc';
final class Sub extends PDO
{
    public function query(string $query, ?int $mode = null, mixed ...$more): PDOStatement|false
    {
        return parent::query($query, $mode, ...$more);
    }
}
function calls(PDO $pdo, string $method): array
{
    $trace = thrown(fn() => $pdo->$method('SELECT * FROM nowhere'))->getTrace();
    return array_map(fn($frame) => ($frame['class'] ?? '') . ($frame['type'] ?? '') . $frame['function'], $trace);
}
$file = database();
foreach ([PDO::class, Sub::class] as $class) {
    $plain = new $class("sqlite:$file");
    foreach (['query', 'exec', 'prepare'] as $method) {
        say("$class $method", calls($plain, $method) === calls(pool(1, $file, [], $class), $method));
    }
}
echo "done\n";
--EXPECT--
PDO query: true
PDO exec: true
PDO prepare: true
Sub query: true
Sub exec: true
Sub prepare: true
done
