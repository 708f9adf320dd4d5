--TEST--
SPEC 30.24: dns_get_record(), checkdnsrr(), getmxrr() and gethostbyaddr() let others run; many at once, cancelled, timed out, with a silent server, in a destructor, a Fiber and a signal handler, and at the end of the script
--DESCRIPTION--
waits: `dns_get_record`, `checkdnsrr`, `getmxrr`, `gethostbyaddr` | in a helper thread | yes
--CONFLICTS--
slow_dns
--SKIPIF--
<?php
if (posix_getuid() !== 0 || trim((string) shell_exec('unshare -m true 2>&1; echo $?')) !== '0') {
    exit('skip needs root and a private mount namespace for a resolv.conf of its own');
}
extension_loaded('pcntl') or exit('skip needs the extension pcntl');
?>
--FILE--
<?php
require __DIR__ . '/slow_dns_namespace.inc';
require __DIR__ . '/ticker.inc';

use function Async\{await, await_all_or_fail, delay, spawn};

$ticker = spawn(function () use (&$ticks): void {
    for ($ticks = 0; ; $ticks++) {
        delay(5);
    }
});
$mail = function (string $name): array {
    return [getmxrr($name, $hosts, $weights), $hosts, $weights];
};
$ways = [
    'dns_get_record' => fn(string $name): mixed => array_column(dns_get_record($name, DNS_A | DNS_MX), 'ip'),
    'checkdnsrr' => fn(string $name): mixed => [checkdnsrr($name, 'A'), checkdnsrr($name, 'TXT')],
    'getmxrr' => $mail,
    'gethostbyaddr' => fn(string $name, int $i): mixed => gethostbyaddr("192.0.2.$i"),
];
foreach ($ways as $way => $ask) {
    $before = $ticks ?? 0;
    $begin = hrtime(true);
    $all = await_all_or_fail(array_map(fn(int $i) => spawn($ask, "$way$i.test", $i), range(1, 30)));
    echo "$way: ", json_encode(array_values(array_unique($all, SORT_REGULAR))), ', ';
    // One after the other they would take 9 s.
    echo hrtime(true) - $begin < 8e9 ? 'side by side' : 'one after the other', ', ', $ticks - $before > 5 ? "others ran\n" : "nobody ran\n";
}

set_error_handler(function (int $level, string $message): bool {
    echo "($message) ";
    return true;
});
$waits = [
    'dns_get_record' => fn() => dns_get_record('silent.record.test', DNS_A | DNS_TXT),
    'checkdnsrr' => fn() => checkdnsrr('silent.check.test', 'A'),
    'getmxrr' => fn() => $mail('silent.mail.test'),
    'gethostbyaddr' => fn() => gethostbyaddr('192.0.2.77'),
];
foreach ($waits as $way => $wait) {
    echo "$way: ", cancelled($wait), ', ', timed_out($wait), "\n";
}
echo 'no answer: ', json_encode(await(spawn($waits['checkdnsrr']))), ' ';
echo json_encode(await(spawn($waits['dns_get_record']))), "\n";
restore_error_handler();

$before = $ticks;
echo 'the main flow: ', checkdnsrr('main.test', 'A') ? 'found' : 'not found', ', ', $ticks - $before > 5 ? "others ran\n" : "nobody ran\n";

class Asks
{
    public function __destruct()
    {
        echo checkdnsrr('destructor.test', 'A') ? 'found' : 'not found', "\n";
    }
}
echo 'a destructor: ';
await(spawn(function (): void {
    $asks = new Asks();
    unset($asks);
}));
echo 'a Fiber: ';
await(spawn(function (): void {
    $fiber = new Fiber(fn() => checkdnsrr('fiber.test', 'A') ? 'found' : 'not found');
    $fiber->start();
    echo $fiber->getReturn(), "\n";
}));
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$handled): void {
    $handled = checkdnsrr('handler.test', 'A') ? 'found' : 'not found';
});
$asker = spawn(fn() => checkdnsrr('signalled.test', 'A'));
delay(20);
posix_kill(getmypid(), SIGUSR1);
echo 'a signal: ', await($asker) ? 'found' : 'not found';
while ($handled === null) {
    delay(1);
}
echo ", in its handler: $handled\n";
ob_start(fn(string $text): string => $text . (checkdnsrr('callback.test', 'A') ? 'found' : 'not found') . "\n");
echo 'an output callback: ';
ob_end_flush();

$ticker->cancel();
spawn(function (): void {
    try {
        checkdnsrr('silent.end.test', 'A');
    } finally {
        echo "unwound\n";
    }
});
delay(5);
echo "done\n";
exit(0);
?>
--EXPECT--
ready
dns_get_record: [["127.0.0.1"]], side by side, others ran
checkdnsrr: [[true,false]], side by side, others ran
getmxrr: [[true,["host.test"],[10]]], side by side, others ran
gethostbyaddr: ["host.test"], side by side, others ran
dns_get_record: (dns_get_record(): A temporary server error occurred.) cancelled, (dns_get_record(): A temporary server error occurred.) timed out
checkdnsrr: cancelled, timed out
getmxrr: cancelled, timed out
gethostbyaddr: cancelled, timed out
no answer: false (dns_get_record(): A temporary server error occurred.) false
the main flow: found, others ran
a destructor: found
a Fiber: found
a signal: found, in its handler: found
an output callback: found
done
unwound
