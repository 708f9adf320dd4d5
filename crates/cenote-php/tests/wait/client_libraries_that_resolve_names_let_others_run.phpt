--TEST--
SPEC 30.13, 30.2: libpq, mysqlnd, phpredis and curl resolve the names of their servers side by side; a cancelled connect ends at once
--DESCRIPTION--
waits: name resolution by clients (`getaddrinfo`) | lets others run | yes; curl's own at its end
--CONFLICTS--
slow_dns
--SKIPIF--
<?php
require __DIR__ . '/skip_redis.inc';
if (posix_getuid() !== 0 || trim((string) shell_exec('unshare -m true 2>&1; echo $?')) !== '0') {
    exit('skip needs root and a private mount namespace for a resolv.conf of its own');
}
?>
--FILE--
<?php
require __DIR__ . '/slow_dns_namespace.inc';
use function Async\{await, delay, spawn};

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
set_error_handler(fn (): bool => true);
// Nothing listens on port 1.
$connects = [
    'pdo_pgsql' => fn (string $name): mixed => new PDO("pgsql:host=$name;port=1;user=u;sslmode=disable"),
    'pgsql' => fn (string $name): mixed => pg_connect("host=$name port=1 user=u sslmode=disable", PGSQL_CONNECT_FORCE_NEW),
    'mysqli' => fn (string $name): mixed => new mysqli($name, 'u', port: 1),
    'phpredis' => fn (string $name): mixed => (new Redis())->connect($name, 1),
    'curl' => fn (string $name): mixed => curl_exec(curl_init("http://$name:1/")),
];
foreach ($connects as $client => $connect) {
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks): void {
        for (; ; $ticks++) {
            delay(5);
        }
    });
    $begin = hrtime(true);
    $tasks = [];
    for ($i = 0; $i < 30; $i++) {
        $tasks[] = spawn(function () use ($connect, $client, $i): string {
            try {
                return $connect("server$i.$client.test") ? 'connected' : 'refused';
            } catch (Exception) {
                return 'refused';
            }
        });
    }
    $ends = array_unique(array_map(await(...), $tasks));
    // A question takes 300 ms, and some ask for two kinds of address, one after the other; 9 s for one client after the other.
    echo "$client: ", implode(', ', $ends), ', ', hrtime(true) - $begin < 8e9 ? 'side by side' : 'one after the other',
        ', ', $ticks > 5 ? 'others ran' : "nobody ran ($ticks)";
    $ticker->cancel();

    $other = spawn(function () use ($connect, $client): string {
        try {
            return $connect("slow.other.$client.test") ? 'connected' : 'refused';
        } catch (Exception) {
            return 'refused';
        }
    });
    $cancelled = spawn($connect, "slow.cancelled.$client.test");
    delay(20);
    $begin = hrtime(true);
    $cancelled->cancel();
    for ($rounds = 0; !$cancelled->isCompleted(); $rounds++) {
        delay(1);
    }
    try {
        await($cancelled);
        echo ', nothing thrown';
    } catch (Async\AsyncCancellation) {
        // curl waits for a thread of its own, but not alone; newer versions leave it behind.
        $was_alone = $rounds <= 3 && hrtime(true) - $begin > 100e6;
        echo ', cancelled', $client === 'curl' ? ($was_alone ? ' alone' : ' beside others') : ($other->isCompleted() ? ' late' : ' at once');
    }
    echo ', another one ', await($other), "\n";
}
echo "done\n";
?>
--EXPECT--
ready
pdo_pgsql: refused, side by side, others ran, cancelled at once, another one refused
pgsql: refused, side by side, others ran, cancelled at once, another one refused
mysqli: refused, side by side, others ran, cancelled at once, another one refused
phpredis: refused, side by side, others ran, cancelled at once, another one refused
curl: refused, side by side, others ran, cancelled beside others, another one refused
done
