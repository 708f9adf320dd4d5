<?php
// Two coroutines that only let each other run: the CPU nanoseconds of a switch, with cenote.block_threshold_ms as php.ini says.
//   php detector.php SWITCHES

declare(strict_types=1);

$cpu = function (): float {
    $usage = getrusage();
    return 1e9 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + 1e3 * ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
};
$switch = function (int $rounds): void {
    for ($i = 0; $i < $rounds; $i++) {
        Async\suspend();
    }
};
$rounds = intdiv((int) $argv[1], 2);
Async\await(Async\spawn($switch, 1000));
$begin = $cpu();
Async\await_all_or_fail([Async\spawn($switch, $rounds), Async\spawn($switch, $rounds)]);
printf("%.2f\n", ($cpu() - $begin) / $rounds / 2);
