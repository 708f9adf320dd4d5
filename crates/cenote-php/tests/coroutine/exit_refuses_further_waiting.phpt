--TEST--
SPEC 30.8: while exit() unwinds the others, further waiting in their finally is refused
--FILE--
<?php
require __DIR__ . '/helpers.inc';
show_php(<<<'PHP'
use function Async\{spawn, delay, suspend, await};
foreach ([fn() => delay(60000), fn() => suspend(), fn() => await(spawn(fn() => 1)), fn() => (new Async\Channel)->recv()] as $wait) {
    spawn(function () use ($wait) {
        try {
            delay(60000);
        } finally {
            echo "finally\n";
            $wait();
            echo "has waited\n";
        }
    });
}
suspend();
exit(4);
PHP);
echo "done\n";
?>
--EXPECT--
finally
finally
finally
finally
exit code 4
done
