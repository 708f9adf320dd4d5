--TEST--
SPEC 16.8: numeric strings, as environment variables are, are accepted for every pool attribute that takes a number; other strings are not
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database();
$pdo = new PDO("sqlite:$file", null, null, [
    PDO::ATTR_POOL_ENABLED => '1',
    PDO::ATTR_POOL_MIN => '1',
    PDO::ATTR_POOL_MAX => '5',
    PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => '60',
    PDO::ATTR_POOL_STMT_CACHE_SIZE => '7',
    PDO::ATTR_POOL_ACQUIRE_TIMEOUT => '5',
    PDO::ATTR_POOL_MAX_LIFETIME => ' 1e3 ',
    PDO::ATTR_POOL_IDLE_TIMEOUT => '2.5',
]);
foreach (['ENABLED', 'MIN', 'MAX', 'STMT_CACHE_SIZE', 'ACQUIRE_TIMEOUT', 'MAX_LIFETIME', 'IDLE_TIMEOUT'] as $name) {
    echo $name, ' ';
    var_dump($pdo->getAttribute(constant("PDO::ATTR_POOL_$name")));
}
say('off', (new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => '0']))->getPool());
foreach (['five', '', '5 s', 'INF', 'nan', '0x10', '1_000'] as $wrong) {
    foreach (['ACQUIRE_TIMEOUT', 'HEALTHCHECK_INTERVAL', 'ENABLED'] as $name) {
        $e = thrown(fn () => new PDO("sqlite:$file", null, null, [constant("PDO::ATTR_POOL_$name") => $wrong] + [PDO::ATTR_POOL_ENABLED => true]));
        $e instanceof TypeError || say($name, $wrong, get_debug_type($e));
    }
}
foreach (['-1', '1e999'] as $wrong) {
    say($wrong, get_class(thrown(fn () => pool(1, $file, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => $wrong]))));
}
echo "done\n";
--EXPECT--
ENABLED bool(true)
MIN int(1)
MAX int(5)
STMT_CACHE_SIZE int(7)
ACQUIRE_TIMEOUT int(5)
MAX_LIFETIME float(1000)
IDLE_TIMEOUT float(2.5)
off: null
-1: ValueError
1e999: ValueError
done
