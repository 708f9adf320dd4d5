--TEST--
SPEC 30.25: files of file systems that do not tell what is in memory (an overlay, as in containers; FUSE and network file systems) let others run, and their position moves only with what is read; cancelled, timed out, many at once, large ones, with a position that another one moves, in a destructor, a Fiber and a signal handler, after a fork, and at the end of the script
--DESCRIPTION--
waits: plain files on overlayfs (containers), NFS, FUSE and others without `RWF_NOWAIT`: the same calls, and on FUSE, 9p and SMB `fwrite` of any size | in a helper thread, unless `mincore` says that they are in memory | yes; a small write is done first
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

use function Async\{await, await_all_or_fail, delay, spawn};

/** Runs $wait on a file beside a ticker. */
function on(string $name, string $content, Closure $wait): mixed
{
    $path = slow($name, $content);
    return beside_a_ticker(fn() => $wait($path), fn() => go($path));
}

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
pcntl_async_signals(true);

$lines = implode('', array_map(fn(int $i): string => "line $i\n", range(1, 3000)));
$big = random_bytes(3_000_000);
foreach (['layer', 'remote'] as $kind) {
    echo "$kind\n";
    $reads = [
        'fread' => fn(string $path) => fread(fopen($path, 'r'), 6),
        'file_get_contents' => fn(string $path) => file_get_contents($path) === $lines,
        'file' => fn(string $path) => count(file($path)),
        'SplFileObject' => function (string $path): array {
            $file = new SplFileObject($path);
            return [$file->fgets(), $file->fread(4)];
        },
        'append and read' => function (string $path): array {
            $file = fopen($path, 'a+');
            fseek($file, -5, SEEK_END);
            return [fread($file, 100), feof($file), ftell($file)];
        },
        'to the end' => function (string $path): array {
            $file = fopen($path, 'r');
            stream_set_read_buffer($file, 0);
            for ($text = ''; !feof($file); ) {
                $text .= fread($file, 4096);
            }
            return [$text === $GLOBALS['lines'], ftell($file)];
        },
    ];
    foreach ($reads as $name => $read) {
        echo "$name: ", json_encode(on("$kind-$name", $lines, $read)), "\n";
    }
    echo 'large: ', on("$kind-large", $big, file_get_contents(...)) === $big ? 'the same' : 'another', "\n";
    echo 'fsync: ', json_encode(on("$kind-fsync", '', fn(string $path) => fsync(fopen($path, 'r+')))), "\n";
    echo 'fwrite: ', on("$kind-fwrite", '', fn($path) => fwrite(fopen($path, 'w'), $big)), ', ', md5_file("$folder/slow-$kind-fwrite") === md5($big) ? 'complete' : 'spoiled', "\n";

    // Cancelled, a read takes nothing.
    $path = slow("$kind-cancelled", $lines);
    $file = fopen($path, 'r');
    echo cancelled(fn() => fgets($file)), ', ', timed_out(fn() => fgets($file)), ', ', ftell($file), ', ';
    go($path);
    echo await(spawn(fn() => fgets($file)));

    $paths = array_map(fn(int $i): string => slow("$kind-many$i", "$i"), range(1, 100));
    $all = array_map(fn(string $path) => spawn(file_get_contents(...), $path), $paths);
    delay(5);
    array_map(go(...), $paths);
    echo 'many: ', await_all_or_fail($all) === array_map(strval(...), range(1, 100)) ? "each its own\n" : "mixed\n";

    // Who shares the position moves it while a thread reads: what is read is from where it stands then.
    $path = slow("$kind-shared", 'abcdefghij');
    $file = fopen($path, 'r');
    $link = '';
    foreach (glob('/proc/self/fd/*') as $candidate) {
        $link = @readlink($candidate) === $path ? $candidate : $link;
    }
    $other = fopen('php://fd/' . basename($link), 'r');
    $reader = spawn(fn() => fread($file, 2));
    delay(5);
    fseek($other, 4);
    go($path);
    $read = await($reader);
    echo 'a position that is moved: ', $read === 'ef' ? 'from there' : $read, "\n";

    $path = slow("$kind-destructor", 'read');
    go($path);
    await(spawn(function () use ($path): void {
        $reads = new Reads($path);
        unset($reads);
    }));
    echo 'a Fiber: ', on("$kind-fiber", 'read', function (string $path): string {
        $fiber = new Fiber(fn() => file_get_contents($path));
        $fiber->start();
        return $fiber->getReturn();
    }), "\n";
    $path = slow("$kind-handler", 'read');
    $by_handler = null;
    pcntl_signal(SIGUSR1, function () use ($path, &$by_handler): void {
        $by_handler = file_get_contents($path);
    });
    echo 'a signal: ', on("$kind-signalled", 'read', function (string $path): string {
        posix_kill(getmypid(), SIGUSR1);
        return file_get_contents($path);
    });
    go($path);
    while ($by_handler === null) {
        delay(1);
    }
    echo ", in its handler: $by_handler\n";

    $path = slow("$kind-forked", 'read');
    $reader = spawn(fn() => file_get_contents($path));
    delay(5);
    if (($child = pcntl_fork()) === 0) {
        go($path);
        echo 'a child: ', await(spawn(fn() => file_get_contents($path))), "\n";
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_waitpid($child, $status);
    echo 'its parent: ', await($reader), "\n";
}
echo 'a small write: ', on('remote-small', '', fn(string $path) => fwrite(fopen($path, 'w'), 'text')), ', ', file_get_contents("$folder/slow-remote-small"), "\n";

$path = slow('remote-end', 'read');
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
layer
fread: "line 1"
file_get_contents: true
file: 3000
SplFileObject: ["line 1\n","line"]
append and read: ["3000\n",true,28893]
to the end: [true,28893]
large: the same
fsync: true
fwrite: 3000000, complete
cancelled, timed out, 0, line 1
many: each its own
a position that is moved: from there
a destructor: read
a Fiber: read
a signal: read, in its handler: read
a child: read
its parent: read
remote
fread: "line 1"
file_get_contents: true
file: 3000
SplFileObject: ["line 1\n","line"]
append and read: ["3000\n",true,28893]
to the end: [true,28893]
large: the same
fsync: true
fwrite: 3000000, complete
cancelled, timed out, 0, line 1
many: each its own
a position that is moved: from there
a destructor: read
a Fiber: read
a signal: read, in its handler: read
a child: read
its parent: read
a small write: 4, text
done
unwound
