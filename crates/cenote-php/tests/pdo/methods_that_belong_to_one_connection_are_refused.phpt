--TEST--
SPEC 26.5: setAuthorizer, openBlob and loadExtension on a pooled object throw a PDOException, and take no connection
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip the methods exist since PHP 8.4');
--FILE--
<?php
require __DIR__ . '/helpers.inc';
final class Sub extends Pdo\Sqlite {}
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one')");
foreach ([Pdo\Sqlite::class, Sub::class] as $class) {
    foreach (['made by new' => pool(2, $file, [], $class), 'connected' => $class::connect("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true])] as $how => $pdo) {
        foreach ([
            'setAuthorizer' => fn() => $pdo->setAuthorizer(fn() => 0),
            'openBlob' => fn() => $pdo->openBlob('t', 'v', 1),
            'a closure of openBlob' => fn() => ($pdo->openBlob(...))('t', 'v', 1),
            'loadExtension' => fn() => $pdo->loadExtension('x'),
        ] as $name => $call) {
            if ($name === 'setAuthorizer' && !method_exists($class, $name)) {
                continue; // since PHP 8.5
            }
            $e = thrown($call);
            if (!$e instanceof PDOException || !str_contains($e->getMessage(), 'is not yet supported when PDO::ATTR_POOL_ENABLED is set')) {
                say($name, get_class($e), $e->getMessage());
            }
        }
        say("$class $how", usage($pdo));
    }
}
$own = array_filter((new ReflectionClass(Pdo\Sqlite::class))->getMethods(), fn($method) => $method->class === Pdo\Sqlite::class);
$own = array_map(fn($method) => $method->name, $own);
say('of no test', array_values(array_diff($own, ['createAggregate', 'createCollation', 'createFunction', 'loadExtension', 'openBlob', 'setAuthorizer'])));
$plain = new Pdo\Sqlite("sqlite:$file");
say('plain', stream_get_contents($plain->openBlob('t', 'v', 1)));
echo "done\n";
--EXPECT--
Pdo\Sqlite made by new: 0 idle, 0 active
Pdo\Sqlite connected: 0 idle, 0 active
Sub made by new: 0 idle, 0 active
Sub connected: 0 idle, 0 active
of no test: []
plain: one
done
