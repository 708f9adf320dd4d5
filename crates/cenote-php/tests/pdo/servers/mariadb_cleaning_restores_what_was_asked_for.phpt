--TEST--
SPEC 21.8, 24.1: cleaning brings back schema, charset and collation, init command, ATTR_POOL_INIT and attributes, on the same connection; without a schema too
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
admin();
$options = [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => 1,
    PDO::MYSQL_ATTR_INIT_COMMAND => "SET time_zone = '+01:00'",
    PDO::ATTR_POOL_INIT => 'SET @asked = 7',
    PDO::ATTR_AUTOCOMMIT => false,
    PDO::ATTR_EMULATE_PREPARES => false,
    PDO::ATTR_STRINGIFY_FETCHES => true,
];
$look = "SELECT CONCAT_WS('|', @@time_zone, @asked, IF(@@autocommit, 'on', 'off'), @@character_set_client, @@collation_connection, DATABASE() = '" . schema() . "')";
foreach ([';dbname=' . schema(), ''] as $more) {
    $pdo = new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB') . ';charset=latin1' . $more, ROOT, null, $options);
    $number = apart(fn () => number($pdo));
    echo "fresh: ", apart(fn () => value($pdo, $look)), "\n";
    foreach (["SET time_zone = '+02:00', @asked = 8, NAMES utf8mb4, autocommit = 1", 'USE mysql'] as $text) {
        apart(fn () => $pdo->exec($text));
        echo "after $text: ", apart(fn () => value($pdo, $look)), ', ';
        var_dump(apart(fn () => number($pdo)) == $number);
    }
    $pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, true);
    apart(fn () => $pdo->exec('SET autocommit = 0'));
    apart(function () use ($pdo) {
        echo 'autocommit ', value($pdo, 'SELECT @@autocommit'), ' ', (int) $pdo->getAttribute(PDO::ATTR_AUTOCOMMIT),
            ', emulated ', (int) $pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES), ', ', json_encode(value($pdo, 'SELECT 1')), "\n";
    });
    $stats = $pdo->getPool()->stats();
    echo "created $stats[created]\n";
}
echo "done\n";
?>
--EXPECT--
fresh: +01:00|7|off|latin1|latin1_swedish_ci|1
after SET time_zone = '+02:00', @asked = 8, NAMES utf8mb4, autocommit = 1: +01:00|7|off|latin1|latin1_swedish_ci|1, bool(true)
after USE mysql: +01:00|7|off|latin1|latin1_swedish_ci|1, bool(true)
autocommit 1 1, emulated 0, "1"
created 1
fresh: +01:00|7|off|latin1|latin1_swedish_ci
after SET time_zone = '+02:00', @asked = 8, NAMES utf8mb4, autocommit = 1: +01:00|7|off|latin1|latin1_swedish_ci, bool(true)
after USE mysql: +01:00|7|off|latin1|latin1_swedish_ci, bool(true)
autocommit 1 1, emulated 0, "1"
created 1
done
