--TEST--
SPEC 30.13, 30.2: resolving a name lets others run; a cancelled one ends at once, disturbs nobody, and joins no thread
--DESCRIPTION--
waits: `gethostbyname`, `gethostbynamel`, `stream_socket_client` by name | lets others run | yes
--CONFLICTS--
slow_dns
--SKIPIF--
<?php
if (posix_getuid() !== 0 || trim((string) shell_exec('unshare -m true 2>&1; echo $?')) !== '0') {
    exit('skip needs root and a private mount namespace for a resolv.conf of its own');
}
?>
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/slow_dns_namespace.inc';

function threads(): int
{
    return count(glob('/proc/self/task/*'));
}

$ticker = spawn(function () use (&$ticks): void {
    for ($ticks = 0; ; $ticks++) {
        delay(5);
    }
});
$ways = [
    'gethostbyname' => fn (string $name): mixed => gethostbyname($name),
    'stream_socket_client' => fn (string $name): mixed => @stream_socket_client("tcp://$name:1", $code, $message) === false ? $message : 'connected',
];
foreach ($ways as $way => $resolve) {
    $before = $ticks ?? 0;
    $begin = hrtime(true);
    $thirty = array_map(fn (int $i) => spawn($resolve, "host$i.$way.test"), range(1, 30));
    echo "$way: ", implode(', ', array_unique(array_map(await(...), $thirty))), "\n";
    // One after the other they would take 9 s.
    echo hrtime(true) - $begin < 8e9 ? 'side by side' : 'one after the other', ', ', $ticks - $before > 5 ? "others ran\n" : "nobody ran\n";
}

$other = spawn($ways['gethostbyname'], 'slow.other.test');
$cancelled = spawn(function (): void {
    gethostbyname('slow.cancelled.test');
    echo "went on\n";
});
delay(20);
$cancelled->cancel();
try {
    await($cancelled);
} catch (Async\AsyncCancellation) {
    echo 'cancelled ', $other->isCompleted() ? 'late' : 'at once', ', ', threads() > 1 ? "its thread still asks\n" : "no thread\n";
}
echo await($other), "\n";
$ticker->cancel();
echo "done\n";
?>
--EXPECT--
ready
gethostbyname: 127.0.0.1
side by side, others ran
stream_socket_client: Connection refused
side by side, others ran
cancelled at once, its thread still asks
127.0.0.1
done
