--TEST--
SPEC 34.21, 17.5: while a connect is suspended, warnings of other coroutines stay warnings
--FILE--
<?php
use function Async\{delay, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$holder = new PDO("sqlite:$file");
$holder->exec('BEGIN IMMEDIATE');
$pdo = pool(2, $file, [PDO::ATTR_POOL_INIT => "INSERT INTO t (v) VALUES (NULL)", PDO::ATTR_TIMEOUT => 30]);
$connected = false;
$connect = function () use ($pdo, &$connected) {
    $seen = value($pdo, 'SELECT count(*) FROM t');
    $connected = true;
    return $seen;
};
$warn = function () use ($holder, &$connected) {
    set_error_handler(fn($level, $message) => (bool) ($GLOBALS['warnings'][$connected ? 'after' : 'during'] = true));
    for ($i = 0; $i < 5; $i++) {
        file_get_contents('/cenote/none');
        delay(2);
    }
    $holder->exec('COMMIT');
    return 'no exception';
};
say('results', together($connect, $warn));
say('warnings', $warnings);
echo "done\n";
--EXPECT--
results: [1,"no exception"]
warnings: {"during":true}
done
