--TEST--
SPEC 22.8, 22.9: calls on links that swallow packets end after 30 s, or the query timeout, and the pool serves again at once; with both off they do not end
--SKIPIF--
<?php
require __DIR__ . '/skip.inc';
require __DIR__ . '/far_network.inc';
$problem = FarNetwork::problem();
$problem === null or exit("skip $problem");
?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
require __DIR__ . '/far_network.inc';
use function Async\{await, delay, spawn};

$network = new FarNetwork();
$dsn = function (Server $server, string $more = '') use ($network): string {
    static $proxies = [];
    $proxies[$server->name] ??= new FaultyProxy($server->address(), $network->host, $network->within);
    $port = $proxies[$server->name]->port;
    return $server === Server::PostgreSql ? "pgsql:host=$network->host port=$port user=cenote dbname=postgres sslmode=disable $more"
        : "mysql:host=$network->host;port=$port";
};
$pool = fn (Server $server, array $options = [], string $more = '') => new PDO($dsn($server, $more), $server->user(), null,
    $options + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 60]);
// For each: the pool, what is sent into the hole, or before it, and after how many seconds the call ends.
$cases = [];
foreach (Server::cases() as $server) {
    $cases += [
        "$server->name, by default" => [$pool($server), 'SELECT 1', null, 30],
        "$server->name, by default, while it waits" => [$pool($server), null, $server->sleep(500), 30],
        "$server->name, query timeout" => [$pool($server, [PDO::ATTR_POOL_QUERY_TIMEOUT => 2]), 'SELECT 1', null, 2],
        "$server->name, query timeout, while it waits" => [$pool($server, [PDO::ATTR_POOL_QUERY_TIMEOUT => 2]), null, $server->sleep(500), 2],
    ];
}
$off = 'keepalives=0 tcp_user_timeout=0';
$cases['both off'] = [$pool(Server::PostgreSql, [], $off), 'SELECT 1', null, null];
$cases['both off, while it waits'] = [$pool(Server::PostgreSql, [], $off), null, Server::PostgreSql->sleep(500), null];
foreach ($cases as [$pdo]) {
    value($pdo, 'SELECT 1');
}
$start = null;
$calls = $next = [];
$timed = function (PDO $pdo, string $sql) use (&$start) {
    return spawn(function () use ($pdo, $sql, &$start) {
        $code = attempt(fn () => value($pdo, $sql));
        return [$code, microtime(true) - $start];
    });
};
foreach ($cases as $name => [$pdo, , $before]) {
    if ($before !== null) {
        $calls[$name] = $timed($pdo, $before);
    }
}
delay(300);
$network->swallow($network->connections());
$start = microtime(true);
foreach ($cases as $name => [$pdo, $after]) {
    if ($after !== null) {
        $calls[$name] = $timed($pdo, $after);
    }
}
delay(5);
foreach ($cases as $name => [$pdo]) {
    $next[$name] = $timed($pdo, 'SELECT 7');
}
while (microtime(true) < $start + 37) {
    delay(100);
}
$figures = '';
foreach ($cases as $name => [$pdo, , , $bound]) {
    if ($bound === null) {
        say($name, 'ended', $calls[$name]->isCompleted(), 'the pool serves', $next[$name]->isCompleted());
        $calls[$name]->cancel();
        continue;
    }
    [$code, $took] = await($calls[$name]);
    [$answer, $served] = await($next[$name]);
    $figures .= sprintf("%s: the call ended after %.1f s, the next was served after %.1f s\n", $name, $took, $served);
    // Linux looks when it sends again, so up to some seconds late.
    $in_time = fn (float $seconds) => $seconds > $bound - 1.9 && $seconds < $bound + 6;
    say($name, $code, 'in time', $in_time($took) ?: $took, 'served', $answer, $in_time($served) ?: $served);
}
foreach ($cases as $name => [, , , $bound]) {
    if ($bound === null) {
        say($name, 'after it was cancelled', await($next[$name])[0]);
    }
}
getenv('CENOTE_FIGURES') && file_put_contents(getenv('CENOTE_FIGURES'), $figures);
echo "done\n";
?>
--EXPECT--
PostgreSql, by default: PDOException | in time | true | served | 7 | true
PostgreSql, by default, while it waits: PDOException | in time | true | served | 7 | true
PostgreSql, query timeout: PDOException HYT00 | in time | true | served | 7 | true
PostgreSql, query timeout, while it waits: PDOException HYT00 | in time | true | served | 7 | true
MariaDb, by default: PDOException | in time | true | served | 7 | true
MariaDb, by default, while it waits: PDOException | in time | true | served | 7 | true
MariaDb, query timeout: PDOException HYT00 | in time | true | served | 7 | true
MariaDb, query timeout, while it waits: PDOException HYT00 | in time | true | served | 7 | true
both off: ended | false | the pool serves | false
both off, while it waits: ended | false | the pool serves | false
both off: after it was cancelled | 7
both off, while it waits: after it was cancelled | 7
done
