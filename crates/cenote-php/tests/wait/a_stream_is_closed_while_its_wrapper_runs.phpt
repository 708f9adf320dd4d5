--TEST--
SPEC 28.7: a stream whose wrapper's PHP code runs is closed by nobody else: neither by one for whom that code waits, nor by one that runs meanwhile
--FILE--
<?php
use function Async\{await, delay, spawn};

class Wrapper
{
    public $context;

    public function __call(string $name, array $arguments): mixed
    {
        return null;
    }

    private function run(string $callback): void
    {
        if ($callback !== $GLOBALS['callback']) {
            return;
        }
        $GLOBALS['callback'] = '';
        $close = spawn(function (): void {
            try {
                global $stream, $is_directory;
                $is_directory ? closedir($stream) : fclose($stream);
                echo "closed\n";
            } catch (TypeError $e) {
                echo "is closed already\n";
            } catch (Async\AsyncException $e) {
                echo preg_replace('/#\d+ \(spawned at [^)]*\)/', '#3', strstr($e->getMessage(), ' with it', true)), "\n";
            }
        });
        $GLOBALS['waits'] ? await($close) : delay(5);
        $rubbish = [];
        foreach (range(8, 512, 8) as $size) {
            for ($i = 0; $i < 20; $i++) {
                $rubbish[] = str_repeat('A', $size);
            }
        }
    }

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_read(int $count): string
    {
        $this->run('read');
        return "line\n";
    }

    public function stream_write(string $data): int
    {
        $this->run('write');
        return strlen($data);
    }

    public function stream_eof(): bool
    {
        $this->run('eof');
        return false;
    }

    public function stream_close(): void
    {
        $this->run('close');
    }

    public function stream_flush(): bool
    {
        $this->run('flush');
        return true;
    }

    public function stream_seek(int $to, int $from): bool
    {
        $this->run('seek');
        return true;
    }

    public function stream_tell(): int
    {
        $this->run('tell');
        return 0;
    }

    public function stream_stat(): array
    {
        $this->run('stat');
        return [];
    }

    public function stream_lock(int $operation): bool
    {
        $this->run('lock');
        return true;
    }

    public function stream_truncate(int $size): bool
    {
        $this->run('truncate');
        return true;
    }

    public function stream_set_option(int $option, int $a, ?int $b): bool
    {
        $this->run('option');
        return true;
    }

    public function stream_cast(int $as): mixed
    {
        $this->run('cast');
        static $pair = null;
        $pair ??= stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        return $pair[0];
    }

    public function dir_opendir(): bool
    {
        return true;
    }

    public function dir_readdir(): string
    {
        $this->run('readdir');
        return 'name';
    }

    public function dir_rewinddir(): bool
    {
        $this->run('rewinddir');
        return true;
    }

    public function dir_closedir(): bool
    {
        $this->run('closedir');
        return true;
    }
}
stream_wrapper_register('php-code', Wrapper::class);
$calls = [
    'read' => fn ($stream) => fgets($stream),
    'write' => fn ($stream) => fwrite($stream, 'x'),
    'eof' => fn ($stream) => fread($stream, 4),
    'flush' => fn ($stream) => fflush($stream),
    'seek' => fn ($stream) => fseek($stream, 100_000),
    'tell' => fn ($stream) => fseek($stream, 100_000),
    'stat' => fn ($stream) => fstat($stream),
    'lock' => fn ($stream) => flock($stream, LOCK_SH),
    'truncate' => fn ($stream) => ftruncate($stream, 3),
    'option' => fn ($stream) => stream_set_blocking($stream, false),
    'cast' => function ($stream) {
        [$read, $write, $except] = [[$stream], null, null];
        return stream_select($read, $write, $except, 0);
    },
    'close' => fn ($stream) => fclose($stream),
    'readdir' => fn ($stream) => readdir($stream),
    'rewinddir' => fn ($stream) => rewinddir($stream),
    'closedir' => fn ($stream) => closedir($stream),
];
foreach ($calls as $name => $call) {
    foreach ([true, false] as $waits) {
        $is_directory = str_ends_with($name, 'dir');
        $stream = $is_directory ? opendir('php-code://') : fopen('php-code://', 'r+');
        $callback = $name;
        echo "$name: ";
        @await(spawn($call, $stream));
        if (is_resource($stream)) {
            $is_directory ? closedir($stream) : fclose($stream);
        }
    }
}
echo "done\n";
?>
--EXPECT--
read: fclose() is refused: coroutine #3 is inside fgets()
read: fclose() is refused: coroutine #3 is inside fgets()
write: fclose() is refused: coroutine #3 is inside fwrite()
write: fclose() is refused: coroutine #3 is inside fwrite()
eof: fclose() is refused: coroutine #3 is inside fread()
eof: fclose() is refused: coroutine #3 is inside fread()
flush: fclose() is refused: coroutine #3 is inside fflush()
flush: fclose() is refused: coroutine #3 is inside fflush()
seek: fclose() is refused: coroutine #3 is inside fseek()
seek: fclose() is refused: coroutine #3 is inside fseek()
tell: fclose() is refused: coroutine #3 is inside fseek()
tell: fclose() is refused: coroutine #3 is inside fseek()
stat: fclose() is refused: coroutine #3 is inside fstat()
stat: fclose() is refused: coroutine #3 is inside fstat()
lock: fclose() is refused: coroutine #3 is inside flock()
lock: fclose() is refused: coroutine #3 is inside flock()
truncate: fclose() is refused: coroutine #3 is inside ftruncate()
truncate: fclose() is refused: coroutine #3 is inside ftruncate()
option: fclose() is refused: coroutine #3 is inside stream_set_blocking()
option: fclose() is refused: coroutine #3 is inside stream_set_blocking()
cast: fclose() is refused: coroutine #3 is inside stream_select()
cast: fclose() is refused: coroutine #3 is inside stream_select()
close: is closed already
close: is closed already
readdir: closedir() is refused: coroutine #3 is inside readdir()
readdir: closedir() is refused: coroutine #3 is inside readdir()
rewinddir: closedir() is refused: coroutine #3 is inside rewinddir()
rewinddir: closedir() is refused: coroutine #3 is inside rewinddir()
closedir: is closed already
closedir: is closed already
done
