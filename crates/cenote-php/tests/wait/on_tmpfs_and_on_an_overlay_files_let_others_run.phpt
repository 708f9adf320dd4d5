--TEST--
SPEC 30.25: on tmpfs and on a real overlay (as in every container) reads return what they do on stock PHP, large ones let others run and can be cancelled, and so do copies, large writes and fsync()
--SKIPIF--
<?php
posix_getuid() === 0 or exit('skip needs root, to mount an overlay');
str_contains((string) @file_get_contents('/proc/mounts'), ' /dev/shm tmpfs ') or exit('skip needs a tmpfs at /dev/shm');
$base = sys_get_temp_dir() . '/cenote-' . getmypid() . '-can';
array_map(fn(string $part) => mkdir("$base/$part", 0777, true), ['l', 'u', 'w', 'm']);
exec("unshare -m mount -t overlay overlay -o lowerdir=$base/l,upperdir=$base/u,workdir=$base/w $base/m 2>&1", $said, $code);
exec("rm -rf $base");
$code === 0 or exit('skip needs an overlay: ' . implode(' ', $said));
?>
--FILE--
<?php
require __DIR__ . '/on_tmpfs_and_on_an_overlay.inc';

use function Async\{await, delay, spawn, suspend};

$before = function (string $folder): string {
    $path = "$folder/cenote-" . getmypid();
    file_put_contents($path, str_repeat("0123456789abcde\n", 1 << 18));
    return $path;
};
foreach (['tmpfs' => '/dev/shm', 'overlay' => "$base/merged"] as $name => $folder) {
    $path = $before($folder);
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks): void {
        for (; ; $ticks++) {
            suspend();
        }
    });
    $ticked = function (Closure $call) use (&$ticks): string {
        return await(spawn(function () use ($call, &$ticks): string {
            $before = $ticks;
            return json_encode($call()) . ($ticks > $before ? ', others ran' : ', nobody ran');
        }));
    };
    echo "$name: a large read: ", $ticked(fn() => strlen(file_get_contents($path))), "\n";
    echo "$name: a small one: ", $ticked(fn() => fread(fopen($path, 'r'), 16)), "\n";
    echo "$name: readfile: ", $ticked(function () use ($path): int {
        ob_start();
        readfile($path);
        return strlen(ob_get_clean());
    }) !== '' ? 'all' : 'nothing', "\n";
    echo "$name: copy: ", $ticked(fn() => copy($path, "$path.copy") && md5_file("$path.copy") === md5_file($path)), "\n";
    echo "$name: a large write: ", $ticked(fn() => file_put_contents($path, str_repeat('y', 4_000_000), FILE_APPEND)), "\n";
    echo "$name: fsync: ", json_encode(await(spawn(fn() => fsync(fopen($path, 'r+'))))), "\n";
    $ticker->cancel();

    $lines = 0;
    await(spawn(function () use ($path, &$lines): void {
        $file = fopen($path, 'r');
        for ($at = 0; ($line = fgets($file)) !== false && $lines < 1 << 18; $at += 16, $lines++) {
            if ($line !== "0123456789abcde\n" || ftell($file) !== $at + 16) {
                echo "wrong at $at\n";
                return;
            }
        }
        fseek($file, 5);
        echo fread($file, 5), ', ', ftell($file), "\n";
    }));
    echo "$lines lines\n";

    $file = fopen($path, 'r');
    stream_set_read_buffer($file, 0);
    $reader = spawn(fn() => fread($file, 1 << 22));
    suspend();
    suspend();
    $reader->cancel();
    try {
        await($reader);
        echo "read all\n";
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    echo 'from proc: ', await(spawn(fn() => str_contains(file_get_contents('/proc/self/status'), "Pid:\t" . getmypid() . "\n"))) ? 'its own' : 'another', "\n";
    unlink($path);
    unlink("$path.copy");
}
?>
--EXPECT--
tmpfs: a large read: 4194304, others ran
tmpfs: a small one: "0123456789abcde\n", nobody ran
tmpfs: readfile: all
tmpfs: copy: true, others ran
tmpfs: a large write: 4000000, others ran
tmpfs: fsync: true
56789, 10
262144 lines
cancelled
from proc: its own
overlay: a large read: 4194304, others ran
overlay: a small one: "0123456789abcde\n", nobody ran
overlay: readfile: all
overlay: copy: true, others ran
overlay: a large write: 4000000, others ran
overlay: fsync: true
56789, 10
262144 lines
cancelled
from proc: its own
