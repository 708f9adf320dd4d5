--TEST--
SPEC 30.8: an uncaught exception in the main flow unwinds those that wait in libraries
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

throw new LogicException('nobody catches this');
?>
--EXPECTF--
%AFatal error: Uncaught LogicException: nobody catches this in %s:%d
Stack trace:
#0 {main}
  thrown in %s on line %d
pdo_pgsql: finally
mysqli: finally
phpredis: finally
shutdown
