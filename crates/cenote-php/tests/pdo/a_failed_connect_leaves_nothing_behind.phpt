--TEST--
SPEC 17.3, 29.5: PDO::connect() that fails on its warm connections closes them and runs no destructor
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip PDO::connect() exists since PHP 8.4');
--FILE--
<?php
require __DIR__ . '/helpers.inc';
class Sub extends Pdo\Sqlite
{
    public function __destruct()
    {
        echo "destructor\n";
    }
}
$file = database();
$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_INIT => 'SELECT nonsense'];
foreach ([PDO::class, Sub::class] as $class) {
    $e = thrown(fn() => $class::connect("sqlite:$file", null, null, $options));
    say($class, get_class($e), $e->errorInfo[0], opened($file));
    $e = thrown(fn() => $class::connect('sqlite:/cenote/none/x.db', null, null, $options));
    say($class, get_class($e), $e->getCode());
}
$memory = memory_get_usage();
for ($i = 0; $i < 200; $i++) {
    thrown(fn() => Sub::connect("sqlite:$file", null, null, $options));
}
say('grown', memory_get_usage() - $memory < 20_000, opened($file));
echo "done\n";
--EXPECT--
PDO: PDOException | HY000 | 0
PDO: PDOException | 14
Sub: PDOException | HY000 | 0
Sub: PDOException | 14
grown: true | 0
done
