--TEST--
SPEC 30.16: two coroutines whose stream wrapper refuses while both are open leave no memory behind
--FILE--
<?php
use function Async\{await_all_or_fail, spawn, suspend};

class Refuses
{
    public $context;

    public function stream_open(): bool
    {
        suspend();
        return false;
    }
}
stream_wrapper_register('refuses', Refuses::class);
$told = [];
set_error_handler(function (int $level, string $message) use (&$told): bool {
    $told[$message] = ($told[$message] ?? 0) + 1;
    return true;
});
$open = fn () => fopen('refuses://', 'r');
for ($i = 0; $i < 300; $i++) {
    if ($i === 100) {
        $before = memory_get_usage();
    }
    await_all_or_fail([spawn($open), spawn($open)]);
}
$grown = memory_get_usage() - $before;
echo $grown < 10_000 ? "no growth\n" : "grown by $grown\n";
print_r($told);
?>
--EXPECT--
no growth
Array
(
    [fopen(refuses://): Failed to open stream: "Refuses::stream_open" call failed] => 600
)
