--TEST--
SPEC 30.12: code that the engine runs while it cleans up after the script (closing a stream) can neither wait nor spawn, and does no harm
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, current_coroutine, coroutines};

final class Late
{
    public $context;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_close(): void
    {
        foreach ([
            'delay' => fn() => delay(1),
            'suspend' => fn() => suspend(),
            'spawn' => fn() => spawn(fn() => 1),
            'receive' => fn() => (new Async\Channel())->recv(),
            'acquire' => function () {
                $pool = new Async\Pool(fn() => 1, max: 1, healthcheckInterval: 1);
                $pool->acquire();
                $pool->acquire();
            },
            'callback' => fn() => Async\Future::completed(7)->map(fn($value) => $value + 1)->await(),
            'failed' => fn() => Async\Future::failed(new LogicException('before'))->catch(fn($error) => 0)->await(),
            'current' => fn() => current_coroutine()->getId(),
            'list' => fn() => coroutines(),
        ] as $name => $act) {
            try {
                $act();
                fwrite(STDOUT, "$name: passed\n");
            } catch (Throwable $e) {
                fwrite(STDOUT, "$name: " . preg_replace('/hold=\d+/', 'hold=n', $e->getMessage()) . ($e->getPrevious() ? ', ' . $e->getPrevious()->getMessage() : '') . "\n");
            }
        }
        fwrite(STDOUT, "done\n");
    }
}
$out = STDOUT;
stream_wrapper_register('late', Late::class);
$open = fopen('late://x', 'r');
// In a cycle that nobody collects, so that the stream is still open when the script is over.
$cycle = new stdClass();
$cycle->self = $cycle;
$cycle->open = $open;
unset($open, $cycle);
gc_disable();
spawn(fn() => suspend());
?>
--EXPECT--
delay: passed
suspend: The script is over: what the engine still calls while it cleans up can neither wait nor spawn. Close streams and end objects before the end of the script
spawn: The script is over: what the engine still calls while it cleans up can neither wait nor spawn. Close streams and end objects before the end of the script
receive: The script is over: what the engine still calls while it cleans up can neither wait nor spawn. Close streams and end objects before the end of the script
acquire: Cannot wait for a resource here: PHP forbids switching inside destructors (before 8.4) and tick functions. Acquire outside of them, or in a coroutine spawned there. max=1 active=1 idle=0 creating=0 waiting=1 breaker=ACTIVE longest hold=n ms
callback: The script is over: what the engine still calls while it cleans up can neither wait nor spawn. Close streams and end objects before the end of the script
failed: The script is over: what the engine still calls while it cleans up can neither wait nor spawn. Close streams and end objects before the end of the script, before
current: passed
list: passed
done
