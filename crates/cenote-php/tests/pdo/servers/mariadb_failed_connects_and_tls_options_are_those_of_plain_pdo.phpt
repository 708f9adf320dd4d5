--TEST--
SPEC 5.6, 17.2, 22.7, 34.12: each option reaches every connection; connects that fail give each waiting coroutine the error of the plain driver
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
use function Async\{spawn, await_all};

$tcp = 'mysql:' . getenv('CENOTE_MARIADB_TCP');
$wrong_ca = tempnam(sys_get_temp_dir(), 'cenote-ca-');
file_put_contents($wrong_ca, "no certificate\n");
register_shutdown_function(fn () => unlink($wrong_ca));
$cases = [
    'an unknown schema' => [dsn(';dbname=is_not_there'), []],
    'a wrong user' => [dsn(';user=is_not_there'), []],
    'nobody listens' => ['mysql:host=127.0.0.1;port=1', []],
    'a wrong CA' => [$tcp, [PDO::MYSQL_ATTR_SSL_CA => $wrong_ca]],
    'an init command that fails' => [dsn(), [PDO::MYSQL_ATTR_INIT_COMMAND => 'SELECT * FROM is_not_there']],
];
foreach ($cases as $name => [$dsn, $options]) {
    $user = str_contains($dsn, 'user=') ? null : ROOT;
    try {
        @new PDO($dsn, $user, null, $options);
        exit("$name: plain PDO connects\n");
    } catch (PDOException $plain) {
    }
    $pdo = new PDO($dsn, $user, null, $options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
    $coroutines = [];
    for ($i = 0; $i < 3; $i++) {
        $coroutines[] = spawn(fn () => $pdo->query('SELECT 1'));
    }
    [, $errors] = await_all($coroutines);
    $same = array_filter($errors, fn ($error) => str_contains($error->getMessage(), $plain->getMessage()) && $error->getCode() === $plain->getCode());
    echo "$name: ", count($same), " of 3 errors, ", $pdo->getPool()->count(), " connections\n";
}

$options = [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => 3,
    PDO::MYSQL_ATTR_SSL_CA => getenv('CENOTE_MARIADB_CA'),
    PDO::MYSQL_ATTR_MULTI_STATEMENTS => false,
    PDO::MYSQL_ATTR_FOUND_ROWS => true,
    PDO::MYSQL_ATTR_INIT_COMMAND => "SET time_zone = '+01:00'",
];
$pdo = new PDO("$tcp;dbname=" . (admin() ? schema() : ''), ROOT, null, $options);
admin()->exec("INSERT INTO t (v) VALUES ('a')");
$look = function () use ($pdo) {
    static $begun = 0;
    $pdo->beginTransaction();
    for ($begun++; $begun < 3;) {
        Async\delay(1);
    }
    $seen = [
        'cipher ' . (strlen($pdo->query("SHOW STATUS LIKE 'Ssl_cipher'")->fetch()[1]) > 0 ? 'yes' : 'no'),
        'found ' . $pdo->exec("UPDATE t SET v = 'a'"),
        'zone ' . value($pdo, 'SELECT @@time_zone'),
    ];
    try {
        $pdo->exec('SELECT 1; SELECT 2');
    } catch (PDOException) {
        $seen[] = 'one statement each';
    }
    return implode(', ', $seen);
};
[$seen] = await_all([spawn($look), spawn($look), spawn($look)]);
echo implode("\n", $seen), "\ncreated ", $pdo->getPool()->stats()['created'], "\n";
echo "done\n";
?>
--EXPECT--
an unknown schema: 3 of 3 errors, 0 connections
a wrong user: 3 of 3 errors, 0 connections
nobody listens: 3 of 3 errors, 0 connections
a wrong CA: 3 of 3 errors, 0 connections
an init command that fails: 3 of 3 errors, 0 connections
cipher yes, found 1, zone +01:00, one statement each
cipher yes, found 1, zone +01:00, one statement each
cipher yes, found 1, zone +01:00, one statement each
created 3
done
