--TEST--
SPEC 28.9: coroutines that read from one stream take turns, in the order in which they came
--FILE--
<?php
use function Async\{await, await_all, delay, spawn};

function pair(): array
{
    return stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}

/** What readers get of the parts that come one after the other. */
function given(string $name, array $readers, array $parts): void
{
    [$here, $there] = pair();
    $coroutines = [];
    foreach ($readers as $read) {
        $coroutines[] = spawn(fn (): mixed => $read($here));
    }
    delay(5);
    foreach ($parts as $part) {
        fwrite($there, $part);
        delay(5);
    }
    fclose($there);
    echo "$name: ", json_encode(await_all($coroutines)[0]), "\n";
}

given('lines', [fgets(...), fgets(...), fgets(...)], ["first\n", "second line\n", "the third\n"]);
given('a line in parts', [fgets(...), fgets(...)], ['fi', "rst\nsec", "ond\n"]);
given('all at once', [fgets(...), fgets(...), fgets(...)], ["first\nsecond\nthird\n"]);
given('functions', [
    fgetc(...),
    fn ($stream) => fread($stream, 3),
    fn ($stream) => stream_get_line($stream, 100, ';'),
    fn ($stream) => fscanf($stream, '%d'),
    fn ($stream) => fgetcsv($stream, escape: ''),
    fn ($stream) => stream_get_contents($stream, 4),
    function ($stream) {
        hash_update_stream($hash = hash_init('crc32b'), $stream);
        return hash_final($hash) === hash('crc32b', 'the end');
    },
], ['1', '234', "56;78\n", "a,b\n", 'rest', 'the end']);
$long = str_repeat('x', 100_000);
given('a long one', [fn ($stream) => strlen(stream_get_contents($stream, 150_000)), fn ($stream) => strlen(fgets($stream))], [$long, $long, "$long\n"]);

// PHP code of a filter, and of a wrapper, waits in the middle of a read.
class Slow extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        delay(2);
        while ($bucket = stream_bucket_make_writeable($in)) {
            $consumed += $bucket->datalen;
            $bucket->data = strtoupper($bucket->data);
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}
stream_filter_register('slow', Slow::class);
$filtered = fn (Closure $read): Closure => function ($stream) use ($read) {
    static $filter = null;
    $filter ??= stream_filter_append($stream, 'slow', STREAM_FILTER_READ);
    return $read($stream);
};
$first = $filtered(fgets(...));
given('a filter', [$first, fgets(...)], ["first\n", "second\n"]);

class Numbers
{
    public $context;
    private int $number = 0;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_read(int $count): string
    {
        $number = ++$this->number;
        delay(5 - $number);
        return "line $number\n";
    }

    public function stream_eof(): bool
    {
        return $this->number > 3;
    }

    public function url_stat(): array
    {
        return [];
    }
}
stream_wrapper_register('numbers', Numbers::class);
$numbers = fopen('numbers://', 'r');
echo 'a wrapper: ', json_encode(await_all([spawn(fn () => fgets($numbers)), spawn(fn () => fgets($numbers)), spawn(fn () => fgets($numbers))])[0]), "\n";
$file = new SplFileObject('numbers://');
echo 'an object: ', json_encode(await_all([spawn(fn () => $file->fgets()), spawn(fn () => $file->fread(7)), spawn(fn () => $file->fgets())])[0]), "\n";

// Who waits for a turn can be cancelled, and finds the stream closed.
[$here, $there] = pair();
$reader = spawn(fn () => fgets($here));
$cancelled = spawn(fn () => fgets($here));
$next = spawn(fn () => fgets($here));
delay(2);
$cancelled->cancel();
fwrite($there, "one\n");
fwrite($there, "two\n");
foreach ([$reader, $cancelled, $next] as $coroutine) {
    try {
        echo json_encode(await($coroutine)), "\n";
    } catch (Async\AsyncCancellation $e) {
        echo get_class($e), "\n";
    }
}
$reader = spawn(fn () => @fgets($here));
$closer = spawn(fn () => fclose($here));
$late = spawn(fn () => fgets($here));
foreach ([$reader, $closer, $late] as $coroutine) {
    try {
        echo json_encode(await($coroutine)), "\n";
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}

// A filter changes what has come already; one for writing does not.
[$here, $there] = pair();
$reader = spawn(fn () => fgets($here));
delay(2);
try {
    stream_filter_append($here, 'string.rot13', STREAM_FILTER_READ);
} catch (Async\AsyncException $e) {
    echo preg_replace('/#\d+ \(spawned at [^)]*\)/', '#3 (spawned at x.php:1)', $e->getMessage()), "\n";
}
echo get_debug_type(stream_filter_append($here, 'string.rot13', STREAM_FILTER_WRITE)), "\n";
fwrite($there, "plain\n");
echo await($reader);
echo "done\n";
?>
--EXPECTF--
lines: ["first\n","second line\n","the third\n"]
a line in parts: ["first\n","second\n"]
all at once: ["first\n","second\n","third\n"]
functions: ["1","234","56",[78],["a","b"],"rest",true]
a long one: [150000,150001]
a filter: ["FIRST\n","SECOND\n"]
a wrapper: ["line 1\n","line 2\n","line 3\n"]
an object: ["line 1\n","line 2\n","line 3\n"]
"one\n"
Async\AsyncCancellation
"two\n"
false
true
fgets(): %sstream%S
stream_filter_append() is refused: coroutine #3 (spawned at x.php:1) is inside fgets() with it. Nothing was changed; wait for that coroutine, or cancel it
resource (stream filter)
plain
done
