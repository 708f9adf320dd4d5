--TEST--
SPEC 30.8: exit() in a coroutine unwinds those that wait in libraries: finally blocks run, nothing else
--SKIPIF--
<?php require __DIR__ . '/skip_redis.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

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

await(spawn(function (): void {
    exit("exit\n");
}));
?>
--EXPECT--
exit
pdo_pgsql: finally
mysqli: finally
phpredis: finally
shutdown
