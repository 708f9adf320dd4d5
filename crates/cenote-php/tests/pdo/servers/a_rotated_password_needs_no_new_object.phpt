--TEST--
SPEC 16.10: connections made after a password was changed use the new one; a wrong one is the driver's error, and shows no password
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$server = Server::MariaDb;
$admin = $server->plain();
$user = 'cenote_r' . getmypid();
$admin->exec("CREATE USER $user IDENTIFIED BY 'first-secret'");
$admin->exec("GRANT ALL ON *.* TO $user");
register_shutdown_function(fn () => $admin->exec("DROP USER $user"));
$password = 'first-secret';
$pdo = new PDO($server->dsn(), 'nobody', 'nothing', [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2,
    PDO::ATTR_POOL_CREDENTIALS => function () use ($user, &$password): array { return [$user, $password]; }]);
$who = fn () => strstr($pdo->query('SELECT USER()')->fetchColumn(), '@', true) === $user;
say('first', $who());
$admin->exec("SET PASSWORD FOR $user = PASSWORD('second-secret')");
$first = $pdo->query('SELECT CONNECTION_ID()');
$e = await(spawn(fn () => thrown($who)));
say('old password', get_class($e), $e->errorInfo[1], str_contains((string) $e . print_r($e, true), 'first-secret'));
$password = 'second-secret';
say('new password', await(spawn($who)), 'the first connection', $first->fetchColumn() > 0);
echo "done\n";
?>
--EXPECT--
first: true
old password: PDOException | 1045 | false
new password: true | the first connection | true
done
