--TEST--
SPEC 30.1: a coroutine whose timer is due runs after a few others, not after all whose descriptors are ready
--FILE--
<?php
use function Async\{await_all_or_fail, delay, spawn};

const READERS = 20;

$runs = 0;
$between = [];
$tasks = [];
for ($i = 0; $i < READERS; $i++) {
    [$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_read_buffer($near, 0); // else the first read takes all
    fwrite($far, str_repeat('x', 5));
    $tasks[] = spawn(function () use ($near, $far, &$runs): void {
        for ($i = 0; $i < 5; $i++) {
            $ready = [$near];
            $none = null;
            stream_select($ready, $none, $none, 10);
            fgetc($near);
            $runs++;
            for ($until = hrtime(true) + 3_000_000; hrtime(true) < $until;);
        }
    });
}
spawn(function () use (&$runs, &$between): void {
    while ($runs < READERS * 5) {
        $before = $runs;
        delay(1);
        $between[] = $runs - $before;
    }
});
await_all_or_fail($tasks);
echo "runs: $runs\n";
echo max($between) <= 3 ? "at most a few between two ticks\n" : 'between ticks: ' . implode(' ', $between) . "\n";
echo "done\n";
?>
--EXPECT--
runs: 100
at most a few between two ticks
done
