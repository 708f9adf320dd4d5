<?php
// What an empty script costs from start to end: start_cost.php PHP OPTION … -- OPTION …
// Runs it with the first and with the second options in turn; prints the CPU time in microseconds for both, the least of
// all runs.
declare(strict_types=1);

const RUNS = 400;

$php = $argv[1];
$divider = array_search('--', $argv, true);
$commands = [
    [$php, ...array_slice($argv, 2, $divider - 2), '-r', ''],
    [$php, ...array_slice($argv, $divider + 1), '-r', ''],
];
/** CPU time of all processes that have ended, in microseconds. */
$spent = function (): int {
    $usage = getrusage(1);
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000 + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
};
$least = [PHP_INT_MAX, PHP_INT_MAX];
for ($run = 0; $run < RUNS; $run++) {
    foreach ($commands as $number => $command) {
        $begin = $spent();
        $status = proc_close(proc_open($command, [], $pipes));
        $status === 0 or exit("an empty script ended with status $status\n");
        $least[$number] = min($least[$number], $spent() - $begin);
    }
}
echo implode("\n", $least), "\n";
