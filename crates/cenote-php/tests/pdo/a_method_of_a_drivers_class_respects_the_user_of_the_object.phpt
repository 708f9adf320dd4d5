--TEST--
SPEC 28.1, 16.7: a method of Pdo\Sqlite is refused while another coroutine is in a call on the plain object, and acts on the template when called on an object of the pool
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip Pdo\Sqlite exists since PHP 8.4');
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$file = database();
$plain = new Pdo\Sqlite("sqlite:$file");
$plain->createFunction('pause', fn() => suspend());
$busy = spawn(fn() => value($plain, 'SELECT pause()'));
suspend();
$refused = thrown(fn() => $plain->createFunction('other', fn() => 1));
say('plain', get_class($refused), str_contains($refused->getMessage(), 'ATTR_POOL_ENABLED'));
await($busy);
say('afterwards', $plain->createFunction('other', fn() => 1));

$pdo = PDO::connect("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$seen = null;
$pdo->createFunction('look', function () use (&$seen) {
    foreach (debug_backtrace(DEBUG_BACKTRACE_PROVIDE_OBJECT) as $frame) {
        $seen = ($frame['object'] ?? null) instanceof PDO ? $frame['object'] : $seen;
    }
    return 1;
});
value($pdo, 'SELECT look()');
say('seen', get_class($seen), $seen->createFunction('through', fn() => 'everywhere'));
$use = function () use ($pdo) {
    $statement = $pdo->query('SELECT through()');
    suspend();
    return $statement->fetchColumn();
};
say('on both', together($use, $use));
say('by reflection', (new ReflectionMethod('Pdo\Sqlite', 'createFunction'))->invoke($seen, 'again', fn() => 'again'));
$use = function () use ($pdo) {
    $statement = $pdo->query('SELECT again()');
    suspend();
    return $statement->fetchColumn();
};
say('on both', together($use, $use));
echo "done\n";
--EXPECT--
plain: PDOException | true
afterwards: true
seen: Pdo\Sqlite | true
on both: ["everywhere","everywhere"]
by reflection: true
on both: ["again","again"]
done
