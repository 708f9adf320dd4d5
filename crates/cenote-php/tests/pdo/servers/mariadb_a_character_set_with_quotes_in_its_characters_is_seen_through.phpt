--TEST--
SPEC 21.1, 21.2, 21.9: where a character may end in the byte of a backslash or a backquote, a text with such bytes is dirty; such a set may be chosen in the preamble
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
foreach (['latin1', 'gbk'] as $charset) {
    $pdo = pool(1);
    $pdo->exec("SET NAMES $charset");
    echo "held by SET NAMES $charset: ", $pdo->getPool()->activeCount(), "\n";
    $pdo = null;
}
foreach (['utf8mb4', 'gbk'] as $charset) {
    $pdo = new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB') . ';dbname=' . schema() . ";charset=$charset", ROOT, null,
        [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
    // In GBK the first two characters take a backquote each, and what stands between them is a statement's part.
    $held = apart(function () use ($pdo) {
        try {
            $pdo->query("SELECT 1 AS \x81`, @v := 1, 2 AS \x81`");
        } catch (PDOException) {
        }
        return $pdo->getPool()->activeCount();
    });
    echo "$charset: held $held, left ", json_encode(apart(fn () => value($pdo, 'SELECT @v'))), "\n";
}
echo "done\n";
?>
--EXPECT--
held by SET NAMES latin1: 0
held by SET NAMES gbk: 0
utf8mb4: held 0, left null
gbk: held 1, left null
done
