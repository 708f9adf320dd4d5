<?php
// HTTP servers on their own loops and on ours, with the same handlers: see scripts/bench/hosts.sh. One process serves; the clients are another one's.
//   hosts.php speed|idle|instructions [HOST]

declare(strict_types=1);

require __DIR__ . '/../../tests/hosts/boot.php';
require __DIR__ . '/../../tests/hosts/server.php';

const ROUNDS = 7;
const LEAST_WAITING = 380;
const LEAST_OF_OWN = 0.9;
const FEW = 10;
const MANY = 5000;
const MOST_OF_FEW = 1.3;
const HOSTS = [
    'Workerman' => ['workerman.php', ['LOOP' => 'Workerman\Events\Select', 'PLAIN' => '1'], []],
    'amphp/http-server' => ['amphp.php', ['REVOLT_DRIVER' => 'Revolt\EventLoop\Driver\StreamSelectDriver', 'PLAIN' => '1'], ['REVOLT_DRIVER' => 'Cenote\Revolt\Driver']],
];

/** @return array{float, float} answers a second and the server's CPU microseconds for each */
function load(Server $server, string $path, int $clients, string $span): array
{
    $before = usage($server);
    $command = ['php', '-n', __DIR__ . '/load.php', (string) $server->port, $path, (string) $clients, $span];
    $output = (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1');
    sscanf($output, '%d %f', $answers, $seconds) === 2 or exit("$path: $output" . $server->output());
    return [$answers / $seconds, (usage($server) - $before) / $answers];
}

function usage(Server $server): float
{
    $usage = json_decode((string) $server->ask('/usage'), true);
    return 1e6 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
}

/** @param list<float> $values */
function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}

/** Instructions of a server for a request, as valgrind counts them: the difference of two runs. */
function instructions(string $program, array $environment): int
{
    $counts = array_map(function (int $requests) use ($program, $environment): int {
        $log = tempnam(sys_get_temp_dir(), 'cenote');
        $environment['UNDER'] = "valgrind --tool=callgrind --callgrind-out-file=/dev/null --trace-children=no --log-file=$log.%p";
        $server = new Server($program, $environment);
        load($server, '/ready', 10, "{$requests}x");
        $server->stop(SIGINT, 60);
        unset($server);
        $most = 0;
        foreach (glob("$log*") as $file) {
            preg_match('/Collected : (\d+)/', (string) file_get_contents($file), $found) && $most = max($most, (int) $found[1]);
            unlink($file);
        }
        return $most;
    }, [1000, 3000]);
    return intdiv($counts[1] - $counts[0], 2000);
}

$all = HOSTS;
// Workerman's own Swoole loop, without cenote, if SWOOLE_SO names Swoole's swoole.so.
if (getenv('SWOOLE_SO') && ($argv[1] ?? '') === 'speed') {
    $all['Workerman, Swoole'] = ['workerman.php', ['LOOP' => 'Workerman\Events\Swoole', 'PLAIN' => '1', 'CENOTE_TEST_EXTENSION' => getenv('SWOOLE_SO')], []];
}
$hosts = isset($argv[2]) ? array_intersect_key($all, [$argv[2] => true]) : $all;
if (($argv[1] ?? '') === 'instructions') {
    foreach ($hosts as $host => [$program, $own, $ours]) {
        $counts = [instructions($program, $own), instructions($program, $ours)];
        printf("%-18s own loop %s, on cenote %s instructions a request: %.2f x\n", $host, ...array_map(number_format(...), $counts), ...[$counts[1] / $counts[0]]);
    }
    exit;
}

$isUnder = false;
if (($argv[1] ?? '') === 'idle') {
    foreach ($hosts as $host => [$program, , $ours]) {
        $servers = [new Server($program, $ours), new Server($program, $ours)];
        $memory = json_decode($servers[1]->ask('/usage'), true)['memory'];
        $idle = [];
        foreach ([FEW, MANY] as $side => $count) {
            for ($i = 0; $i < $count; $i++) {
                $idle[] = $connection = stream_socket_client("tcp://127.0.0.1:{$servers[$side]->port}", timeout: 30);
                fwrite($connection, "GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n");
                fread($connection, 4096);
            }
        }
        $memory = (json_decode($servers[1]->ask('/usage'), true)['memory'] - $memory) / MANY;
        $cpus = [];
        for ($round = -1; $round < ROUNDS; $round++) {
            foreach ($servers as $side => $server) {
                [, $cpus[$side][$round]] = load($server, '/ready', 10, '1');
            }
        }
        unset($cpus[0][-1], $cpus[1][-1]);
        $ratio = median(array_map(fn (float $many, float $few): float => $many / $few, $cpus[1], $cpus[0]));
        $isUnder = $isUnder || $ratio > MOST_OF_FEW;
        printf("%-18s 10 clients beside %d idle connections: %.1f µs of CPU a request; beside %s: %.1f: %.2f x, bound <= %.1f%s; %.1f kB of memory for an idle connection\n",
            $host, FEW, median($cpus[0]), number_format(MANY), median($cpus[1]), $ratio, MOST_OF_FEW, $ratio > MOST_OF_FEW ? ' OVER' : '', $memory / 1000);
        unset($servers, $server, $idle, $connection);
    }
    exit($isUnder ? 1 : 0);
}
$dsn = 'pgsql:' . strtr((string) getenv('CENOTE_POSTGRES'), ' ', ';');
foreach ($hosts as $host => [$program, $own, $ours]) {
    if (getenv('CENOTE_POSTGRES')) {
        $server = new Server($program, $ours + ['DSN' => $dsn]);
        load($server, '/wait', 200, '1');
        [$rate, $cpu] = load($server, '/wait', 200, '5');
        $isUnder = $isUnder || $rate < LEAST_WAITING;
        printf("%-18s 200 clients, pg_sleep(0.05) on 20 connections: %.0f of 400 requests/s, %.0f µs of CPU each, bound >= %d%s\n", $host, $rate, $cpu, LEAST_WAITING, $rate < LEAST_WAITING ? ' UNDER' : '');
        $server->stop(SIGTERM);
    }
    $servers = [new Server($program, $own), new Server($program, $ours)];
    foreach ([10, 200] as $clients) {
        $rates = $cpus = [];
        for ($round = -1; $round < ROUNDS; $round++) {
            foreach ($servers as $side => $server) {
                [$rate, $cpu] = load($server, '/ready', $clients, '1');
                if ($round >= 0) {
                    [$rates[$side][], $cpus[$side][]] = [$rate, $cpu];
                }
            }
        }
        $ratio = fn (array $one, array $other): float => median(array_map(fn (float $one, float $other): float => $one / $other, $one, $other));
        [$speed, $thrift] = [$ratio($rates[1], $rates[0]), $ratio($cpus[0], $cpus[1])];
        $isUnder = $isUnder || min($speed, $thrift) < LEAST_OF_OWN;
        printf("%-18s %3d clients, no wait: own loop %.0f requests/s, %.1f µs of CPU; on cenote %.0f, %.1f: %.2f x requests/s, %.2f x per CPU second, bound >= %.1f%s\n",
            $host, $clients, median($rates[0]), median($cpus[0]), median($rates[1]), median($cpus[1]), $speed, $thrift, LEAST_OF_OWN, min($speed, $thrift) < LEAST_OF_OWN ? ' UNDER' : '');
    }
    unset($servers, $server);
}
exit($isUnder ? 1 : 0);
