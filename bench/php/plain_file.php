<?php
// Reads of 4 kB from a plain file in the kernel's memory, beside a coroutine if there are any. Prints the CPU nanoseconds of one.
//   php plain_file.php FILE READS

declare(strict_types=1);

[, $path, $reads] = $argv;
$cpu = function (): float {
    $usage = getrusage();
    return 1e9 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + 1e3 * ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
};
if (function_exists('Async\spawn')) {
    $end = new Async\FutureState;
    Async\spawn(fn (): mixed => Async\await(new Async\Future($end)));
    Async\delay(1);
}
$file = fopen($path, 'r');
stream_set_read_buffer($file, 0);
$read = function (int $reads) use ($file): void {
    for ($i = 0; $i < $reads; $i++) {
        // 4 MB, from the beginning again and again.
        if ($i % 1000 === 0) {
            rewind($file);
        }
        fread($file, 4096);
    }
};
$read(1000);
$begin = $cpu();
$read((int) $reads);
printf("%.1f\n", ($cpu() - $begin) / $reads);
if (isset($end)) {
    $end->complete(null);
}
