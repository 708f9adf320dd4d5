--TEST--
SPEC 30.26: opening a FIFO lets others run until its other end is open: to read and to write, with a peer that goes at once, cancelled, timed out, many at once, and a signal meanwhile
--DESCRIPTION--
waits: `fopen` of a FIFO | lets others run; tried again within 10 ms | yes
--SKIPIF--
<?php
extension_loaded('posix') && extension_loaded('pcntl') or exit('skip needs the extensions posix and pcntl');
?>
--FILE--
<?php
require __DIR__ . '/ticker.inc';

use function Async\{await, await_all_or_fail, delay, spawn};

$base = sys_get_temp_dir() . '/cenote-' . getmypid() . '-fifo';
$paths = [];
$fifo = function () use ($base, &$paths): string {
    $paths[] = $path = $base . count($paths);
    posix_mkfifo($path, 0600);
    return $path;
};
$blocks = fn($stream): string => stream_get_meta_data($stream)['blocked'] && !(fcntl_flags($stream) & 04000) ? 'blocking' : 'not blocking';

/** The flags of an open stream. */
function fcntl_flags($stream): int
{
    foreach (glob('/proc/self/fd/*') as $link) {
        if (@stat($link) && fstat($stream)['ino'] === stat($link)['ino']) {
            preg_match('/^flags:\s*(\d+)/m', file_get_contents('/proc/self/fdinfo/' . basename($link)), $flags);
            return octdec($flags[1]);
        }
    }
    return -1;
}

$path = $fifo();
$reader = beside_a_ticker(fn() => fopen($path, 'r'), function () use ($path): void {
    proc_open(['sh', '-c', "echo text > $path"], [], $pipes);
});
echo 'a reader: ', fgets($reader), 'at its end: ', json_encode(fgets($reader)), ', ', $blocks($reader), "\n";

$path = $fifo();
$out = "$path.out";
$writer = beside_a_ticker(fn() => fopen($path, 'w'), function () use ($path, $out): void {
    proc_open(['sh', '-c', "cat $path > $out.part; mv $out.part $out"], [], $pipes);
});
echo 'a writer: ', fwrite($writer, "text\n"), ' bytes, ', $blocks($writer), "\n";
fclose($writer);
while (!file_exists($out)) {
    delay(1);
    clearstatcache();
}
echo 'arrived: ', file_get_contents($out);
unlink($out);

$path = $fifo();
$ends = await_all_or_fail([spawn(fn() => fopen($path, 'r')), spawn(fn() => fopen($path, 'w'))]);
fwrite($ends[1], "between two coroutines\n");
echo fgets($ends[0]);
$path = $fifo();
$reader = spawn(fn() => fopen($path, 'r'));
delay(5);
$writer = fopen($path, 'w');
echo 'the main flow writes: ', is_resource(await($reader)) ? 'both open' : 'not open', "\n"; // before anything was written
fclose($writer);

$path = $fifo();
$reader = beside_a_ticker(fn() => fopen($path, 'r'), function () use ($path): void {
    proc_open(['sh', '-c', ": > $path"], [], $pipes);
});
echo 'a writer that writes nothing: ', json_encode(fgets($reader)), "\n";

$path = $fifo();
set_error_handler(function (int $level, string $message): bool {
    echo preg_replace('/\(.*?\)/', '(…)', $message, 1), '; ';
    return true;
});
echo cancelled(fn() => fopen($path, 'r')), "\n", timed_out(fn() => fopen($path, 'w')), "\n";
restore_error_handler();

$many = array_map(fn() => $fifo(), range(1, 100));
$readers = array_map(fn(string $path) => spawn(file_get_contents(...), $path), $many);
$writers = array_map(fn(string $path, int $i) => spawn(file_put_contents(...), $path, "$i"), $many, array_keys($many));
echo 'many: ', await_all_or_fail($readers) === array_map(strval(...), array_keys($many)) ? "each its own\n" : "mixed\n";

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function (): void {
    echo 'a signal, ';
}, true);
$path = $fifo();
spawn(function () use ($path): void {
    delay(5);
    posix_kill(getmypid(), SIGUSR1);
    delay(5);
    fclose(fopen($path, 'w'));
});
echo is_resource(fopen($path, 'r')) ? "opened\n" : "not opened\n";

$child = pcntl_fork();
$path = $child === 0 ? $path : $fifo();
if ($child === 0) {
    $ends = await_all_or_fail([spawn(fn() => fopen($path, 'r')), spawn(fn() => fopen($path, 'w'))]);
    fwrite($ends[1], "in a child\n");
    echo fgets($ends[0]);
    posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($child, $status);
spawn(function () use ($path): void {
    try {
        @fopen($path, 'r');
    } finally {
        echo "unwound\n";
    }
});
delay(5);
array_map(unlink(...), $paths);
echo "done\n";
exit(0);
?>
--EXPECT--
a reader: text
at its end: false, blocking
a writer: 5 bytes, blocking
arrived: text
between two coroutines
the main flow writes: both open
a writer that writes nothing: false
fopen(…): Failed to open stream: Operation canceled; cancelled
fopen(…): Failed to open stream: Operation canceled; timed out
many: each its own
a signal, opened
in a child
done
unwound
