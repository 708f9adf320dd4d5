--TEST--
SPEC 30.12, 30.25: at the end of the script, with servers that are silent for a while, the destructors of an object that lives to the end and of one that a cancelled coroutine holds get what they read; a coroutine that waits for one that stays silent is unwound, and holds up nobody
--SKIPIF--
<?php
trim((string) shell_exec('command -v cc')) !== '' or exit('skip needs a C compiler, for a disk that is slow on purpose');
getenv('CENOTE_EMULATED') === false or exit('skip the compiler is for another processor than PHP');
?>
--FILE--
<?php
require __DIR__ . '/slow_disk.inc';

use function Async\{delay, spawn};

class Reads
{
    private string $path;

    public function __construct(private string $name)
    {
        // Not in the folder that a shutdown function removes.
        $this->path = sys_get_temp_dir() . '/slow-remote-' . getmypid() . $name;
        rename(slow("remote-$name", 'read'), $this->path);
    }

    public function __destruct()
    {
        // A server that answers after a while.
        proc_open(['sh', '-c', 'sleep .2; : > ' . escapeshellarg("$this->path.go")], [], $pipes);
        echo "$this->name: ", file_get_contents($this->path), "\n";
        unlink($this->path);
        unlink("$this->path.go");
    }
}
$last = new Reads('lives to the end');
spawn(function (): void {
    $held = new Reads('held by a coroutine');
    try {
        delay(100_000);
    } finally {
        echo "unwound\n";
    }
});
$silent = slow('remote-silent', 'read');
spawn(function () use ($silent): void {
    try {
        file_get_contents($silent);
    } finally {
        echo "unwound while it waits\n";
    }
});
delay(5);
echo "done\n";
exit(0);
?>
--EXPECT--
done
unwound
held by a coroutine: read
unwound while it waits
lives to the end: read
