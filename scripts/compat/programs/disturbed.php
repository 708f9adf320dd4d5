<?php
// Coroutines do everything the scheduler knows while signal handlers or threads call what cenote replaces:
// disturbed.php signals|threads SECONDS. Prints "undisturbed" if all results are right.
declare(strict_types=1);

[, $by, $seconds] = $argv;
$wrong = [];
$check = function (string $what, mixed $expected, mixed $seen) use (&$wrong): void {
    if ($expected !== $seen) {
        $wrong[$what] = $seen;
    }
};

/** Waits on descriptors, few and many: the reactor asks in two ways. */
$through_pairs = function (int $count) use ($check): void {
    $readers = $ends = [];
    for ($number = 0; $number < $count; $number++) {
        [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $readers[] = Async\spawn(fn() => fread($one, 100));
        $ends[] = $other;
    }
    Async\delay(3);
    foreach ($ends as $number => $end) {
        fwrite($end, "message $number");
    }
    foreach ($readers as $number => $reader) {
        $check("read of pair $number of $count", "message $number", Async\await($reader));
    }
};
$through_channels = function () use ($check): void {
    $channel = new Async\Channel();
    Async\spawn(function () use ($channel) { foreach (range(1, 50) as $n) { $channel->send($n); } });
    $sum = 0;
    for ($n = 0; $n < 50; $n++) {
        $sum += $channel->recv();
    }
    $check('sum through a channel', 1275, $sum);
};
$through_a_pool = function () use ($check): void {
    $made = 0;
    $pool = new Async\Pool(function () use (&$made) { $made++; return new stdClass(); }, max: 2);
    $users = [];
    for ($n = 0; $n < 10; $n++) {
        $users[] = Async\spawn(function () use ($pool) { $r = $pool->acquire(); usleep(200); $pool->release($r); return 1; });
    }
    $check('users of a pool', 10, array_sum(Async\await_all_or_fail($users)));
    $pool->close();
};
$by_timers = function () use ($check): void {
    $all = [];
    foreach ([0, 1, 2, 1] as $ms) {
        $all[] = Async\spawn(function () use ($ms) { Async\delay($ms); return $ms; });
    }
    $all[] = Async\spawn(function () { try { Async\delay(60000); } finally { return -1; } });
    Async\suspend();
    end($all)->cancel();
    $check('timers and a cancellation', [0, 1, 2, 1, -1], Async\await_all_or_fail($all));
    $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $select = Async\spawn(function () use ($pair) { $r = [$pair[0]]; $w = $e = null; return stream_select($r, $w, $e, 0, 1000); });
    $check('a select that nothing ends', 0, Async\await($select) ?: 0);
};
/** The main flow alone: no other coroutine can run. */
$alone = function (): void {
    usleep(300);
    gc_collect_cycles();
};
/** A handler closes a descriptor on which somebody waits. */
$closed_by_a_handler = function () use ($check): void {
    $before = scandir('/proc/self/fd');
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $fds = array_values(array_diff(scandir('/proc/self/fd'), $before));
    $fd = (int) min($fds);
    $reader = Async\spawn(fn() => @fread($one, 10));
    Async\suspend();
    disturb_close($fd);
    $check('a read of what a handler has closed', false, (bool) Async\await($reader, Async\timeout(5000)));
    fclose($other);
    @fclose($one);
};

// Before the first spawn, so that it is made under the eyes of the threads.
$by === 'threads' ? disturb_by_threads(4) : disturb_by_signals(1000);
$end = microtime(true) + (float) $seconds;
$rounds = 0;
do {
    $through_pairs(3);
    $through_channels();
    $through_a_pool();
    $by_timers();
    if ($rounds % 5 === 0) {
        $through_pairs(60);
        $by === 'signals' and $closed_by_a_handler();
    }
    $alone();
    $rounds++;
} while (microtime(true) < $end);
$counts = disturb_stop();
$skipped = $by === 'threads' ? ['sigaction', 'signal'] : [];
$missing = array_keys(array_filter($counts, fn($count) => $count === 0));
$missing = array_diff($missing, $skipped);
$wrong === [] or print('wrong: ' . json_encode($wrong) . "\n");
$missing === [] or print('never called: ' . implode(', ', $missing) . "\n");
fprintf(STDERR, "%d rounds, %d calls\n", $rounds, array_sum($counts));
echo $wrong === [] && $missing === [] ? "undisturbed\n" : "disturbed\n";
