--TEST--
SPEC 22.6, 25.6: when only the answer is lost, exactly one row exists and the user gets an exception, with kept statements too
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
admin();
$cut = false;
$inserts = 0;
$dsn = proxied(function (string $command) use (&$cut, &$inserts) {
    if ($cut && (str_contains($command, 'INSERT') || $command[0] === "\x17")) {
        $inserts++;
        return false;
    }
    return null;
});
foreach ([true, false] as $emulated) {
    $pdo = new PDO($dsn, ROOT, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1,
        PDO::ATTR_POOL_STMT_CACHE_SIZE => 4, PDO::ATTR_EMULATE_PREPARES => $emulated]);
    $insert = fn (string $v) => $pdo->prepare("INSERT INTO t (v) VALUES (?)")->execute([$v . spl_object_id($pdo)]);
    apart(fn () => $insert('first'));
    apart(function () use ($pdo, $insert, &$cut) {
        if ($pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES)) {
            $cut = true;
            attempt(fn () => $pdo->exec("INSERT INTO t (v) VALUES ('once')"));
            $cut = false;
        }
        // The kept statement is prepared already, so that the command that is lost is its execution.
        $cut = true;
        attempt(fn () => $insert('lost'));
        $cut = false;
        attempt(fn () => value($pdo, 'SELECT 1'));
    });
    echo 'rows ', value(admin(), 'SELECT COUNT(*) FROM t'), ", sent $inserts times\n";
}
$insert = $pdo = null;
end_proxies();
echo "done\n";
?>
--EXPECT--
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
int(1)
rows 3, sent 2 times
SQLSTATE[HY000]: General error: 2006 MySQL server has gone a
int(1)
rows 5, sent 3 times
done
