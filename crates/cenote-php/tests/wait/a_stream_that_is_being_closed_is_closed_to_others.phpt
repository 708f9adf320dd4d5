--TEST--
SPEC 28.6: while fclose() waits in what saves the last data (a wrapper's stream_flush(), a filter), others find the stream closed, and its own coroutine open
--FILE--
<?php
use function Async\{await_all, delay, spawn};

final class Slow
{
    public $context;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_write(string $data): int
    {
        return strlen($data);
    }

    public function stream_read(int $count): string
    {
        delay(20);
        return "line\n";
    }

    public function stream_eof(): bool
    {
        return false;
    }

    public function stream_flush(): bool
    {
        delay(10);
        return true;
    }

    public function stream_stat(): array
    {
        delay(20);
        return [];
    }

    public function stream_seek(): bool
    {
        delay(20);
        return true;
    }

    public function stream_tell(): int
    {
        return 0;
    }

    public function stream_cast()
    {
        delay(20);
        return $GLOBALS['silent'];
    }

    public function stream_close(): void
    {
        delay(1);
        echo "closed\n";
    }
}

final class SlowFilter extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        if ($closing) {
            delay(10);
        }
        while ($bucket = stream_bucket_make_writeable($in)) {
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}
$silent = stream_socket_server('tcp://127.0.0.1:0');
stream_wrapper_register('slow', Slow::class);
stream_filter_register('slow', SlowFilter::class);

function select($stream): int|false
{
    [$read, $write, $except] = [[$stream], null, null];
    return stream_select($read, $write, $except, 0, 1000);
}
$calls = ['fgets', 'fread' => fn ($stream) => fread($stream, 10), 'fwrite' => fn ($stream) => fwrite($stream, 'x'), 'fflush', 'fseek' => fn ($stream) => fseek($stream, 1_000_000), 'fstat', 'feof', 'select', 'is_resource', 'get_resource_type'];
foreach ([false, true] as $filtered) {
    echo $filtered ? "-- a filter waits\n" : "-- stream_flush() waits\n";
    foreach ($calls as $name => $call) {
        $stream = $filtered ? fopen('php://memory', 'r+') : fopen('slow://', 'r+');
        if ($filtered) {
            stream_filter_append($stream, 'slow', STREAM_FILTER_WRITE);
        }
        fwrite($stream, 'data');
        $closer = spawn(fn () => fclose($stream));
        $other = spawn(function () use ($stream, $call): mixed {
            delay(1);
            return $call($stream);
        });
        [$results, $errors] = await_all([$closer, $other]);
        echo is_int($name) ? $call : $name, ': ', isset($errors[1]) ? get_class($errors[1]) : json_encode($results[1]), $results[0] ? '' : ', not closed', "\n";
    }
}

echo "-- the callback's own coroutine has it\n";
final class Asks extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        if ($closing) {
            delay(1);
            echo get_resource_type($GLOBALS['stream']), ', ', json_encode(fstat($GLOBALS['stream'])['size']), "\n";
        }
        return PSFS_FEED_ME;
    }
}
stream_filter_register('asks', Asks::class);
$stream = fopen('php://memory', 'r+');
stream_filter_append($stream, 'asks', STREAM_FILTER_WRITE);
spawn(fn () => delay(1));
var_dump(fclose($stream), is_resource($stream));
?>
--EXPECT--
-- stream_flush() waits
closed
fgets: TypeError
closed
fread: TypeError
closed
fwrite: TypeError
closed
fflush: TypeError
closed
fseek: TypeError
closed
fstat: TypeError
closed
feof: TypeError
closed
select: ValueError
closed
is_resource: false
closed
get_resource_type: "Unknown"
-- a filter waits
fgets: TypeError
fread: TypeError
fwrite: TypeError
fflush: TypeError
fseek: TypeError
fstat: TypeError
feof: TypeError
select: ValueError
is_resource: false
get_resource_type: "Unknown"
-- the callback's own coroutine has it
stream, 0
bool(true)
bool(false)