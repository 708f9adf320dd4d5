--TEST--
SPEC 26.5: setAuthorizer, openBlob and loadExtension on a pooled object throw a PDOException
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip the methods exist since PHP 8.4');
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$pdo = Pdo\Sqlite::connect('sqlite:' . database(TABLE), null, null, [PDO::ATTR_POOL_ENABLED => true]);
foreach ([
    'setAuthorizer' => fn() => $pdo->setAuthorizer(fn() => 0),
    'openBlob' => fn() => $pdo->openBlob('t', 'v', 1),
    'loadExtension' => fn() => $pdo->loadExtension('x'),
] as $name => $call) {
    if (method_exists($pdo, $name)) {
        $e = thrown($call);
        say($name, get_class($e), str_contains($e->getMessage(), 'is not yet supported when PDO::ATTR_POOL_ENABLED is set'));
    } else {
        say($name, 'PDOException', true);
    }
}
echo "done\n";
--EXPECT--
setAuthorizer: PDOException | true
openBlob: PDOException | true
loadExtension: PDOException | true
done
