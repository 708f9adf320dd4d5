--TEST--
SPEC 30.23: helper threads start when they are needed, are bounded, take no signals, end when they are idle, and are not there in a child; a child starts its own
--CONFLICTS--
slow_dns
--SKIPIF--
<?php
if (posix_getuid() !== 0 || trim((string) shell_exec('unshare -m true 2>&1; echo $?')) !== '0') {
    exit('skip needs root and a private mount namespace for a resolv.conf of its own');
}
extension_loaded('pcntl') or exit('skip needs the extension pcntl');
getenv('CENOTE_EMULATED') === false or exit('skip the signals that a thread blocks are those of an emulator');
?>
--FILE--
<?php
require __DIR__ . '/slow_dns_namespace.inc';

use function Async\{await, await_all, delay, spawn};

/** @return list<string> the status files of helper threads */
function helpers(): array
{
    $all = array_map(fn(string $file): string => (string) @file_get_contents($file), glob('/proc/' . getmypid() . '/task/*/status'));
    return array_values(array_filter($all, fn(string $status): bool => str_contains($status, "Name:\tcenote-names")));
}

function until_there_are(int $threads): void
{
    for ($tries = 0; count(helpers()) !== $threads && $tries < 2000; $tries++) {
        delay(10);
    }
}

echo 'at first: ', count(helpers()), "\n";
await(spawn(delay(...), 1));
echo 'not needed: ', count(helpers()), "\n";

$ask = fn(string $name) => checkdnsrr("$name.test", 'A');
$askers = array_map(fn(int $i) => spawn($ask, "slow$i"), range(1, 200));
until_there_are(64);
echo '200 questions: ', count(helpers()), " threads\n";
preg_match('/^SigBlk:\s*(\w+)/m', helpers()[0], $blocked);
echo 'their signals: ', str_ends_with($blocked[1], 'ffbfeff') ? 'blocked' : $blocked[1], "\n";
echo implode(', ', preg_grep('/^helper threads/', explode("\n", (function (): string {
    ob_start();
    (new ReflectionExtension('cenote'))->info();
    return ob_get_clean();
})()))), "\n";
foreach (array_slice($askers, 100) as $cancelled) {
    $cancelled->cancel();
}
[$answers, $errors] = await_all($askers);
echo count($answers), ' answered, ', count($errors), " cancelled\n";

$pending = array_map(fn(int $i) => spawn($ask, "silent$i"), range(1, 3));
delay(10);
if (($child = pcntl_fork()) === 0) {
    echo 'in the child: ', count(helpers()), ' threads';
    $found = await(spawn($ask, 'child'));
    echo ', then ', count(helpers()), ', ', $found ? "found\n" : "not found\n";
    exit(7);
}
pcntl_waitpid($child, $status);
echo 'its exit code: ', pcntl_wexitstatus($status), "\n";
foreach ($pending as $asker) {
    $asker->cancel();
}
until_there_are(0);
echo 'when idle: ', count(helpers()), "\n";
echo await(spawn($ask, 'again')) ? "found again\n" : "not found\n";
?>
--EXPECT--
ready
at first: 0
not needed: 0
200 questions: 64 threads
their signals: blocked
helper threads => names: 64 of at most 64, files: 0 of at most 8, servers: 0 of at most 64
100 answered, 100 cancelled
in the child: 0 threads, then 1, found
its exit code: 7
when idle: 0
found again
