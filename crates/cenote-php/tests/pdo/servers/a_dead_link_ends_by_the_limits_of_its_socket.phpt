--TEST--
SPEC 22.8: pooled connections over TCP have keep-alive and TCP_USER_TIMEOUT; what the DSN says of them is left as it is
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/helpers.inc';

/** What the socket options of the one connection to the proxy are. Linux's numbers. */
function limits(FaultyProxy $proxy): string
{
    foreach (scandir('/proc/self/fd') as $fd) {
        if (!str_starts_with((string) @readlink("/proc/self/fd/$fd"), 'socket:')) {
            continue;
        }
        $socket = socket_import_stream(fopen("php://fd/$fd", 'r+')) ?: null;
        if ($socket === null || !@socket_getpeername($socket, $address, $port) || $port !== (int) $proxy->port) {
            continue;
        }
        $told = [(int) (socket_get_option($socket, SOL_SOCKET, SO_KEEPALIVE) > 0)];
        foreach (['TCP_KEEPIDLE' => 4, 'TCP_KEEPINTVL' => 5, 'TCP_KEEPCNT' => 6, 'TCP_USER_TIMEOUT' => 18] as $option) {
            $told[] = socket_get_option($socket, SOL_TCP, $option);
        }
        return implode(' ', $told);
    }
    return 'no connection';
}
on_each_server(function (Server $server) {
    $proxy = $server->proxy();
    $pdo = $server->pool(1, [], $proxy);
    value($pdo, 'SELECT 1');
    say('by default', limits($proxy));
});
// libpq itself says what it was told, whichever way.
$service = temporary('.conf');
file_put_contents($service, "[slow]\nkeepalives_idle=99\n");
putenv("PGSERVICEFILE=$service");
$ways = [
    'by the DSN' => 'keepalives_idle=77 keepalives_interval=7 keepalives_count=2 tcp_user_timeout=9000',
    'in quotes' => "keepalives_idle = '77' tcp_user_timeout = '9000'",
    'by semicolons' => ';keepalives_count=9;',
    'one of them' => 'keepalives_interval=7',
    'off' => 'keepalives=0',
    'off, in quotes' => "keepalives = '0' tcp_user_timeout=0",
    'on' => 'keepalives=1',
    'by a service file' => 'service=slow',
    'as a value' => "fallback_application_name='keepalives=0 keepalives_idle=1 tcp_user_timeout=1'",
    'twice' => 'keepalives=0 keepalives=1',
];
foreach ($ways as $way => $more) {
    $proxy = Server::PostgreSql->proxy();
    $pdo = new PDO(Server::PostgreSql->dsn($proxy, $more), options: [PDO::ATTR_POOL_ENABLED => true]);
    value($pdo, 'SELECT 1');
    say($way, limits($proxy));
    $pdo = null;
}
file_put_contents($service, 'pgsql:' . substr(Server::PostgreSql->dsn($proxy, 'keepalives_idle=44'), 6) . "\n");
$pdo = new PDO("uri:file://$service", options: [PDO::ATTR_POOL_ENABLED => true]);
value($pdo, 'SELECT 1');
say('by a file with the DSN', limits($proxy));
$pdo = null;
// To MySQL these are no options; here they are the name of a schema.
$proxy = Server::MariaDb->proxy();
$admin = Server::MariaDb->plain();
$schema = 'keepalives_tcp_user_timeout_' . getmypid();
$admin->exec("CREATE DATABASE $schema");
register_shutdown_function(fn () => $admin->exec("DROP DATABASE $schema"));
$pdo = new PDO("mysql:host=127.0.0.1;port=$proxy->port;dbname=$schema", 'root', null, [PDO::ATTR_POOL_ENABLED => true]);
value($pdo, 'SELECT 1');
say('MySQL', limits($proxy));
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
by default: 1 15 5 3 30000
by the DSN: 1 77 7 2 9000
in quotes: 1 77 5 3 9000
by semicolons: 1 15 5 9 30000
one of them: 1 15 7 3 30000
off: 0 7200 75 9 30000
off, in quotes: 0 7200 75 9 0
on: 1 15 5 3 30000
by a service file: 1 99 5 3 30000
as a value: 1 15 5 3 30000
twice: 1 15 5 3 30000
by a file with the DSN: 1 44 5 3 30000
MySQL: 1 15 5 3 30000
done
