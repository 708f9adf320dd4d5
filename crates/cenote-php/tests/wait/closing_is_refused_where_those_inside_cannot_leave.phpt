--TEST--
SPEC 28.7: who would close a stream in the middle of PHP code that a call on it has called is refused, and in a destructor before PHP 8.4
--FILE--
<?php
use function Async\{await, delay, spawn};

class Slow
{
    public $context;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_read(int $count): string
    {
        delay(20);
        return "a line\n";
    }

    public function stream_eof(): bool
    {
        return false;
    }

    public function stream_close(): void
    {
        echo "closed\n";
    }
}

class Destructor
{
    public function __construct(private $stream)
    {
    }

    public function __destruct()
    {
        fclose($this->stream);
    }
}

function tried(Closure $call): void
{
    try {
        $result = var_export($call(), true);
        echo "went on: $result\n";
    } catch (Async\AsyncException $e) {
        echo get_class($e), ': ', preg_replace('/#\d+ \(spawned at [^)]*\)/', '#3 (spawned at x.php:1)', $e->getMessage()), "\n";
    }
}

stream_wrapper_register('slow', Slow::class);
$slow = fopen('slow://x', 'r');
$reader = spawn(fn (): string => fgets($slow));
delay(5);
tried(fn () => fclose($slow));
echo await($reader);
tried(fn () => fclose($slow));

// A filter, in the stream that somebody reads.
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$filter = stream_filter_append($a, 'string.toupper');
$reader = spawn(fn (): string => fgets($a));
delay(5);
tried(fn () => stream_filter_remove($filter));
fwrite($b, "loud\n");
fclose($b);
echo await($reader);
tried(fn () => stream_filter_remove($filter));

// From PHP 8.4 on a destructor may wait, and does.
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = spawn(fn (): string|false => fgets($a));
delay(5);
$before = 'Async\AsyncException: fclose() is refused: coroutine #3 (spawned at x.php:1) is inside fgets() with it. Nothing was changed; '
    . 'wait for that coroutine, or cancel it';
ob_start();
tried(function () use ($a) {
    new Destructor($a);
});
$told = trim(ob_get_clean());
var_dump($told === (PHP_VERSION_ID < 80400 ? $before : 'went on: NULL'));
@fwrite($b, "quiet\n"); // where it was closed, nobody reads
echo await($reader) === (PHP_VERSION_ID < 80400 ? "quiet\n" : false) ? "as told\n" : "otherwise\n";
echo "done\n";
?>
--EXPECT--
Async\AsyncException: fclose() is refused: coroutine #3 (spawned at x.php:1) is inside fgets() with it. Nothing was changed; wait for that coroutine, or cancel it
a line
closed
went on: true
Async\AsyncException: stream_filter_remove() is refused: coroutine #3 (spawned at x.php:1) is inside fgets() with it. Nothing was changed; wait for that coroutine, or cancel it
LOUD
went on: true
bool(true)
as told
done
