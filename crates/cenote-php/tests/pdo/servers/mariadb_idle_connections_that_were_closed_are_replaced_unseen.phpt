--TEST--
SPEC 20.2, 22.2: connections that the server closed while they were idle are replaced unseen, over TLS too
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
$admin = admin();
$tls = [PDO::MYSQL_ATTR_SSL_CA => getenv('CENOTE_MARIADB_CA')];
$pools = [
    'socket' => pool(1),
    'TLS' => new PDO('mysql:' . getenv('CENOTE_MARIADB_TCP'), ROOT, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1] + $tls),
];
foreach ($pools as $name => $pdo) {
    $first = apart(fn () => number($pdo));
    echo "$name, cipher ", apart(fn () => $pdo->query("SHOW STATUS LIKE 'Ssl_cipher'")->fetch()[1]) ? 'yes' : 'no', "\n";
    echo 'kept: ';
    var_dump(apart(fn () => number($pdo)) === $first);
    end_connection($admin, $first);
    echo 'replaced: ';
    var_dump(apart(fn () => number($pdo)) !== $first);
    $stats = $pdo->getPool()->stats();
    echo "total $stats[total], broken $stats[broken], created $stats[created]\n";
}
// The server's own limit, which it may take leave with.
$short = pool(1, [PDO::ATTR_POOL_INIT => 'SET wait_timeout = 1']);
$idle = apart(fn () => number($short));
wait_for_end($admin, $idle);
echo 'replaced after the time limit: ';
var_dump(apart(fn () => number($short)) !== $idle);
echo "done\n";
?>
--EXPECT--
socket, cipher no
kept: bool(true)
replaced: bool(true)
total 1, broken 1, created 2
TLS, cipher yes
kept: bool(true)
replaced: bool(true)
total 1, broken 1, created 2
replaced after the time limit: bool(true)
done
