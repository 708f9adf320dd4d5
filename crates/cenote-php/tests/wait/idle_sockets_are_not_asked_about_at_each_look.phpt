--TEST--
SPEC 30.18: beside a timer, beside a coroutine that suspends and beside an active pair, idle sockets are handed to the kernel at few looks
--SKIPIF--
<?php
shell_exec('command -v strace') or exit('skip needs strace');
str_contains((string) shell_exec('strace -e trace=none true 2>&1'), 'exited with 0') or exit('skip strace may trace nothing here');
(int) shell_exec('ulimit -Hn') >= 12000 or shell_exec('ulimit -Hn') === "unlimited\n" or exit('skip needs 12000 descriptors');
?>
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';

/** How many looks there were, and how many descriptors they were given altogether, while `$active` goes on beside so many idle sockets. */
function count_looks(int $idle, string $active): array
{
    $log = tempnam(sys_get_temp_dir(), 'cenote-log-');
    $code = '
        for ($i = 0; $i < ' . $idle . '; $i++) {
            $pair = $all[] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            Async\spawn(fn() => fread($pair[0], 1));
        }
        ' . $active . '
        exit;';
    [, $output] = run_php($code, ['memory_limit' => '512M'], "ulimit -n 12000; strace -f -e trace=ppoll -o $log");
    echo $output;
    preg_match_all('/, (\d+), (?:\{tv_sec|NULL)/', file_get_contents($log), $counts);
    unlink($log);
    return [count($counts[1]), array_sum($counts[1])];
}

const ALL = [
    'a timer' => 'for ($i = 0; $i < 300; $i++) Async\delay(1);',
    'suspends' => 'Async\spawn(function () { while (true) Async\suspend(); }); for ($i = 0; $i < 20_000; $i++) Async\suspend();',
    'a pair' => '
        [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        Async\spawn(function () use ($other) { while (strlen(fread($other, 1))) fwrite($other, "b"); });
        for ($i = 0; $i < 300; $i++) { fwrite($one, "a"); fread($one, 1); }',
];
foreach ([['a timer', 28], ['a timer', 1000], ['a timer', 5000], ['suspends', 28], ['suspends', 1000], ['a pair', 28], ['a pair', 1000]] as [$name, $idle]) {
    [$looks, $handed] = count_looks($idle, ALL[$name]);
    // A few, for a while up to 32, and the kernel's own set and the pair at each look; the others at one, or at two while they begin.
    $most = $idle > 32 ? 35 * $looks + 2 * $idle : 11 * $looks + 64 * $idle;
    echo "$name beside $idle idle sockets: ", $looks >= 250 && $handed <= $most ? 'few' : "$handed descriptors in $looks looks", "\n";
}
?>
--EXPECT--
a timer beside 28 idle sockets: few
a timer beside 1000 idle sockets: few
a timer beside 5000 idle sockets: few
suspends beside 28 idle sockets: few
suspends beside 1000 idle sockets: few
a pair beside 28 idle sockets: few
a pair beside 1000 idle sockets: few
