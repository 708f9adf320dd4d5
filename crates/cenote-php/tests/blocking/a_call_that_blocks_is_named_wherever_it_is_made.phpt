--TEST--
SPEC 44.13, 44.14: a run that blocks others is reported in a signal handler, a destructor, a Fiber, a generator, an output callback, a method that a class of the script has inherited, and in a shutdown function; on_blocking()'s callback may spawn and await
--SKIPIF--
<?php
extension_loaded('pcntl') && extension_loaded('posix') or exit('skip needs the extensions pcntl and posix');
?>
--FILE--
<?php
require __DIR__ . '/block.inc';

use function Async\{await, delay, on_blocking, spawn};

ini_set('cenote.block_threshold_ms', '50');
ini_set('display_errors', '0');
$told = 0;
on_blocking(function (array $run) use (&$told, &$where): void {
    $told++;
    await(spawn(delay(...), 1));
    fwrite(STDOUT, "$where: " . ($run['function'] ?? 'PHP code') . ' at ' . preg_replace('/:\d+$/', '', basename((string) $run['place'])) . "\n");
});
$ticker = spawn(function (): void {
    while (true) {
        delay(5);
    }
});
/** Does something that blocks, until it has been reported. */
function reported(string $name, Closure $call): void
{
    global $where, $told;
    $where = $name;
    $before = $told;
    delay(20);
    $call();
    for ($tries = 0; $tries < 2000 && $told === $before; $tries++) {
        delay(5);
    }
    delay(20);
    $told > $before or print "$name: not reported\n";
}

class Blocks extends ArrayIterator
{
    public function __destruct()
    {
        block(400);
    }
}
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn() => block(400));
reported('a signal handler', fn() => posix_kill(getmypid(), SIGUSR1));
reported('a destructor', function (): void {
    $blocks = new Blocks([]);
    unset($blocks);
});
reported('a destructor in a coroutine', fn() => await(spawn(function (): void {
    $blocks = new Blocks([]);
    unset($blocks);
})));
reported('a Fiber', fn() => (new Fiber(fn() => block(400)))->start());
reported('a generator', function (): void {
    $generator = (function () {
        block(400);
        yield 1;
    })();
    $generator->current();
});
reported('an output callback', function (): void {
    ob_start(function (string $text): string {
        block(400);
        return $text;
    });
    ob_end_flush();
});
register_shutdown_function(function () use ($ticker): void {
    spawn(function (): void {
        for ($i = 0; $i < 200; $i++) {
            delay(5);
        }
    });
    // Tick functions are over by then.
    reported('a shutdown function', fn() => compute(400));
});
$ticker->cancel();
?>
--EXPECT--
a signal handler: usleep at block.inc
a destructor: usleep at block.inc
a destructor in a coroutine: usleep at block.inc
a Fiber: usleep at block.inc
a generator: usleep at block.inc
an output callback: usleep at block.inc
a shutdown function: PHP code at block.inc
