--TEST--
SPEC 16.9, 17.1: an error of connecting has the class, text and code of plain PDO, at first use or, with MIN, in the constructor
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

on_each_server(function (Server $server) {
    $dead = stream_socket_server('tcp://127.0.0.1:0');
    $port = explode(':', stream_socket_get_name($dead, false))[1];
    $is_postgres = $server === Server::PostgreSql;
    fclose($dead);
    $cases = [
        'a port where nobody listens' => ["$server->value:host=127.0.0.1;port=$port;dbname=x", 'root', []],
        'a socket that is not there' => [$is_postgres ? 'pgsql:host=/nowhere' : 'mysql:unix_socket=/nowhere/socket', 'root', []],
        'a database that is not there' => [$server->dsn(null, 'dbname=is_not_there'), $server->user(), []],
        'a user that is not there' => [$is_postgres ? str_replace('user=cenote', '', $server->dsn()) : $server->dsn(), 'is_not_there', []],
        'a CA file that is not there' => $is_postgres
            ? ['pgsql:' . getenv('CENOTE_POSTGRES_TCP') . ' sslmode=verify-ca sslrootcert=/nowhere/ca.pem', null, []]
            : [$server->dsn($server->proxy()), 'root', [PDO::MYSQL_ATTR_SSL_CA => '/nowhere/ca.pem']],
        'a host without an address' => ["$server->value:host=no.such.host.invalid;dbname=x", 'root', []],
        'an attribute of a wrong type' => [$server->dsn(), $server->user(), [PDO::ATTR_ERRMODE => 99]],
    ];
    $see = function (callable $f) {
        set_error_handler(fn ($level, $message) => true);
        $e = thrown($f);
        restore_error_handler();
        // The driver tells the port of the socket's other end, or the time.
        return [get_class($e), preg_replace('/127\.0\.0\.1:\d+|port \d+/', 'P', $e->getMessage()), $e->getCode(), $e->errorInfo ?? null];
    };
    foreach ($cases as $name => [$dsn, $user, $options]) {
        $plain = $see(fn () => new PDO($dsn, $user, null, $options));
        $options += [PDO::ATTR_POOL_ENABLED => true];
        $lazy = $see(fn () => (new PDO($dsn, $user, null, $options))->query('SELECT 1'));
        $inside = await(spawn(fn () => $see(fn () => (new PDO($dsn, $user, null, $options))->query('SELECT 1'))));
        $eager = $see(fn () => new PDO($dsn, $user, null, $options + [PDO::ATTR_POOL_MIN => 1]));
        say($name, $plain[0] === 'LogicException' ? 'no error' : 'an error', $plain === $lazy ? 'same' : [$plain, $lazy],
            $plain === $inside ? 'same' : [$plain, $inside], $plain === $eager ? 'same' : [$plain, $eager]);
    }
});
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
a port where nobody listens: an error | same | same | same
a socket that is not there: an error | same | same | same
a database that is not there: an error | same | same | same
a user that is not there: an error | same | same | same
a CA file that is not there: an error | same | same | same
a host without an address: an error | same | same | same
an attribute of a wrong type: an error | same | same | same
done
