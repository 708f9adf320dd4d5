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
$proxy = Server::PostgreSql->proxy();
$own = 'keepalives_idle=77 keepalives_interval=7 keepalives_count=2 tcp_user_timeout=9000';
$pdo = new PDO(Server::PostgreSql->dsn($proxy, $own), options: [PDO::ATTR_POOL_ENABLED => true]);
value($pdo, 'SELECT 1');
say('by the DSN', limits($proxy));
echo "done\n";
?>
--EXPECT--
PostgreSql, MariaDb
by default: 1 15 5 3 30000
by the DSN: 1 77 7 2 9000
done
