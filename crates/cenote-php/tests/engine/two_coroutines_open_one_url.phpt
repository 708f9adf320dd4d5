--TEST--
SPEC 30.16: two coroutines open one URL of a stream wrapper in PHP at the same time; each warning tells its own reason
--FILE--
<?php
use function Async\{await_all_or_fail, delay, spawn};

class Slow
{
    public $context;

    public function stream_open(string $path): bool
    {
        delay(2);
        if (str_contains($path, 'again')) {
            return (bool) fopen($path, 'r');
        }
        return !str_contains($path, 'missing');
    }

    public function stream_read(int $count): string
    {
        return '';
    }

    public function stream_eof(): bool
    {
        return true;
    }
}

stream_wrapper_register('slow', Slow::class);
set_error_handler(function (int $level, string $message): bool {
    echo $message, "\n";
    return true;
});
$open = fn (string $url): Closure => fn (): bool => is_resource(fopen($url, 'r'));
$both = fn (string $one, string $two): array => await_all_or_fail([spawn($open($one)), spawn($open($two))]);
echo json_encode($both('slow://x', 'slow://x')), "\n";
echo json_encode($both('slow://missing', 'slow://missing')), "\n";
echo json_encode($both('slow://again', 'slow://x')), "\n";
echo "done\n";
?>
--EXPECT--
[true,true]
fopen(slow://missing): Failed to open stream: "Slow::stream_open" call failed
fopen(slow://missing): Failed to open stream: "Slow::stream_open" call failed
[false,false]
fopen(slow://again): Failed to open stream: infinite recursion prevented
fopen(slow://again): Failed to open stream: "Slow::stream_open" call failed
[false,true]
done
