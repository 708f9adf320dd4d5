--TEST--
SPEC 30.8: a fatal error: no code of coroutines that wait in libraries runs, and the process ends in order
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{delay, spawn};

foreach (['pdo_pgsql', 'mysqli', 'phpredis'] as $client) {
    spawn(function () use ($client, &$waiting): void {
        $wait = clients()[$client]();
        try {
            $waiting++;
            $wait(20_000);
            echo "$client: went on\n";
        } catch (Throwable $error) {
            echo "$client: caught ", $error::class, "\n";
        } finally {
            echo "$client: finally\n";
        }
    });
}
register_shutdown_function(function (): void {
    echo "shutdown\n";
});
until(function () use (&$waiting): bool { return $waiting === 3; });
delay(20);

$block = 1 << 30;
ini_set('memory_limit', '8M');
str_repeat('x', $block);
?>
--EXPECTF--
%AFatal error: Allowed memory size of %d bytes exhausted %s
shutdown
