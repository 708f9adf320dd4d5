--TEST--
SPEC 30.8: max_execution_time ends a script while other coroutines wait in libraries
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{delay, spawn};

foreach (['pdo_pgsql', 'mysqli', 'phpredis'] as $client) {
    spawn(function () use ($client): void {
        $wait = clients()[$client]();
        try {
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
delay(150);

set_time_limit(1);
while (true);
?>
--EXPECTF--
%AFatal error: Maximum execution time of 1 second exceeded in %s
shutdown
