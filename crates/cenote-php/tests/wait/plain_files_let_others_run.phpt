--TEST--
SPEC 30.25: what a plain file's disk takes its time for lets others run: reads, large writes, copies, fsync() and fdatasync(); cancelled, timed out, many at once, two on one stream, closed by another one, in a destructor, a Fiber and a signal handler, after a fork, and at the end of the script
--DESCRIPTION--
waits: `fread`, `fgets`, `file_get_contents`, `readfile`, `SplFileObject` … on plain files that are not in memory | in a helper thread | yes
waits: `fwrite`, `file_put_contents` of 256 KiB or more to plain files, `copy` and `stream_copy_to_stream` between them | in a helper thread | after a piece of a few megabytes
waits: `fsync`, `fdatasync` | in a helper thread | yes
--SKIPIF--
<?php
trim((string) shell_exec('command -v cc')) !== '' or exit('skip needs a C compiler, for a disk that is slow on purpose');
getenv('CENOTE_EMULATED') === false or exit('skip the compiler is for another processor than PHP');
extension_loaded('pcntl') && extension_loaded('posix') or exit('skip needs the extensions pcntl and posix');
?>
--FILE--
<?php
require __DIR__ . '/slow_disk.inc';
require __DIR__ . '/ticker.inc';

use function Async\{await, await_all_or_fail, delay, spawn, timeout};

/** Runs $wait on a file beside a ticker. */
function on(string $name, string $content, Closure $wait): mixed
{
    $path = slow($name, $content);
    return beside_a_ticker(fn() => $wait($path), fn() => go($path));
}

$lines = implode('', array_map(fn(int $i): string => "line $i\n", range(1, 3000)));
$reads = [
    'fread' => fn(string $path) => fread(fopen($path, 'r'), 6),
    'fgets' => fn(string $path) => fgets(fopen($path, 'r')),
    'file_get_contents' => fn(string $path) => file_get_contents($path) === $lines,
    'file' => fn(string $path) => count(file($path)),
    'stream_get_contents' => fn(string $path) => stream_get_contents(fopen($path, 'r'), 6),
    'md5_file' => fn(string $path) => md5_file($path) === md5($lines),
    'SplFileObject' => function (string $path): array {
        $file = new SplFileObject($path);
        return [$file->fgets(), $file->fread(4)];
    },
    'foreach' => function (string $path): int {
        $count = 0;
        foreach (new SplFileObject($path) as $line) {
            $count++;
        }
        return $count;
    },
    'append and read' => function (string $path): array {
        $file = fopen($path, 'a+');
        fwrite($file, 'the end');
        fseek($file, -7, SEEK_END);
        return [fread($file, 100), feof($file)];
    },
];
foreach ($reads as $name => $read) {
    echo "$name: ", json_encode(on($name, $lines, $read)), "\n";
}
$output = function (Closure $print): string {
    ob_start();
    $print();
    return ob_get_clean();
};
foreach (['readfile' => readfile(...), 'fpassthru' => fn(string $path) => fpassthru(fopen($path, 'r'))] as $name => $print) {
    echo "$name: ", json_encode(on($name, $lines, fn(string $path) => $output(fn() => $print($path)) === $lines)), "\n";
}
$big = random_bytes(3_000_000);
echo 'fwrite: ', json_encode(on('fwrite', '', fn($path) => fwrite(fopen($path, 'w'), $big))), ', ', md5_file("$folder/slow-fwrite") === md5($big) ? 'complete' : 'spoiled', "\n";
echo 'file_put_contents: ', json_encode(on('put', '', fn($path) => file_put_contents($path, $big, FILE_APPEND))), ', ', md5_file("$folder/slow-put") === md5($big) ? 'complete' : 'spoiled', "\n";
echo 'copy: ', json_encode(on('copy', $big, fn($path) => copy($path, "$folder/copied"))), ', ', md5_file("$folder/copied") === md5($big) ? 'complete' : 'spoiled', "\n";
$part = on('stream_copy', $big, fn($path) => stream_copy_to_stream(fopen($path, 'r'), fopen("$folder/copied", 'w'), 2_000_000, 5));
echo "stream_copy_to_stream: $part, ", file_get_contents("$folder/copied") === substr($big, 5, 2_000_000) ? 'complete' : 'spoiled', "\n";
foreach (['fsync', 'fdatasync'] as $sync) {
    echo "$sync: ", json_encode(on($sync, '', function (string $path) use ($sync): bool {
        $file = fopen($path, 'w');
        fwrite($file, 'text');
        return $sync($file);
    })), "\n";
}

// Cancelled, a read takes nothing.
$path = slow('cancelled', $lines);
$file = fopen($path, 'r');
echo cancelled(fn() => fgets($file)), ', ', timed_out(fn() => fgets($file)), ', ', cancelled(fn() => fsync(fopen($path, 'r'))), "\n";
go($path);
echo await(spawn(fn() => fgets($file)));
$path = slow('cancelled-write');
$writer = spawn(fn() => fwrite(fopen($path, 'w'), $big));
delay(5);
$writer->cancel();
delay(5);
go($path);
try {
    await($writer);
} catch (Async\AsyncCancellation) {
    clearstatcache();
    $size = filesize($path);
    echo 'a write: cancelled after ', $size % (1 << 20) === 0 && $size < strlen($big) ? 'whole pieces' : $size, "\n";
}

$paths = array_map(fn(int $i): string => slow("many$i", "$i"), range(1, 100));
$all = array_map(fn(string $path) => spawn(file_get_contents(...), $path), $paths);
delay(5);
array_map(go(...), $paths);
echo 'many: ', await_all_or_fail($all) === array_map(strval(...), range(1, 100)) ? "each its own\n" : "mixed\n";

$path = slow('shared', "one\ntwo\nthree\n");
$file = fopen($path, 'r');
$readers = [spawn(fn() => fgets($file)), spawn(fn() => fgets($file))];
delay(5);
go($path);
echo 'two on one stream: ', json_encode(await_all_or_fail($readers)), "\n";

$path = slow('written');
$file = fopen($path, 'w');
$writers = [spawn(fn() => fwrite($file, $big)), spawn(fn() => fwrite($file, 'the end'))];
delay(5);
go($path);
await_all_or_fail($writers);
echo 'two writers: ', md5_file($path) === md5($big . 'the end') ? 'not mixed' : 'mixed', "\n";

$path = slow('closed', "one\ntwo\n");
$file = fopen($path, 'r');
$reader = spawn(fn() => @fgets($file));
delay(5);
fclose($file);
echo 'closed: ', json_encode(await($reader)), "\n";

class Reads
{
    public function __construct(private string $path)
    {
    }

    public function __destruct()
    {
        echo 'a destructor: ', file_get_contents($this->path), "\n";
    }
}
$path = slow('destructor', 'read');
go($path);
await(spawn(function () use ($path): void {
    $reads = new Reads($path);
    unset($reads);
}));
echo 'a Fiber: ', on('fiber', 'read', function (string $path): string {
    $fiber = new Fiber(fn() => file_get_contents($path));
    $fiber->start();
    return $fiber->getReturn();
}), "\n";
pcntl_async_signals(true);
$path = slow('handler', 'read');
pcntl_signal(SIGUSR1, function () use ($path, &$by_handler): void {
    $by_handler = file_get_contents($path);
});
echo 'a signal: ', on('signalled', 'read', function (string $path): string {
    posix_kill(getmypid(), SIGUSR1);
    return file_get_contents($path);
});
go($path);
while ($by_handler === null) {
    delay(1);
}
echo ", in its handler: $by_handler\n";
echo 'the main flow: ';
$path = slow('main', 'read');
spawn(function () use ($path): void {
    delay(5);
    go($path);
});
echo file_get_contents($path), "\n";
ob_start(fn(string $text): string => $text . file_get_contents($path) . "\n");
echo 'an output callback: ';
ob_end_flush();

$path = slow('forked', 'read');
$reader = spawn(fn() => file_get_contents($path));
delay(5);
if (($child = pcntl_fork()) === 0) {
    go($path);
    echo 'a child: ', await(spawn(fn() => file_get_contents($path))), "\n";
    posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($child, $status);
echo 'its parent: ', await($reader), "\n";

$path = slow('end', 'read');
spawn(function () use ($path): void {
    try {
        file_get_contents($path);
    } finally {
        echo "unwound\n";
    }
});
delay(5);
echo "done\n";
exit(0);
?>
--EXPECT--
fread: "line 1"
fgets: "line 1\n"
file_get_contents: true
file: 3000
stream_get_contents: "line 1"
md5_file: true
SplFileObject: ["line 1\n","line"]
foreach: 3001
append and read: ["the end",true]
readfile: true
fpassthru: true
fwrite: 3000000, complete
file_put_contents: 3000000, complete
copy: true, complete
stream_copy_to_stream: 2000000, complete
fsync: true
fdatasync: true
cancelled, timed out, cancelled
line 1
a write: cancelled after whole pieces
many: each its own
two on one stream: ["one\n","two\n"]
two writers: not mixed
closed: false
a destructor: read
a Fiber: read
a signal: read, in its handler: read
the main flow: read
an output callback: read
a child: read
its parent: read
done
unwound
