<?php
// php cpu_of.php FILE CASE OPERATIONS: runs a file of cases, and prints nanoseconds of CPU time per operation, those of the kernel included.

declare(strict_types=1);

[, $file, , $operations] = $argv;
array_splice($argv, 0, 2, [$file]);
$cpu = function (): float {
    $used = getrusage();
    return 1e9 * ($used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec']) + 1e3 * ($used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec']);
};
$before = $cpu();
(function () use ($file, $argv): void {
    require $file;
})();
printf("%.1f\n", ($cpu() - $before) / $operations);
