--TEST--
SPEC 30.3: an awaited thing that fails first gives its own exception, not OperationCanceledException
--FILE--
<?php
use function Async\{spawn, await, timeout};

try {
    await(spawn(function () { throw new DomainException('own'); }), timeout(60000));
} catch (Throwable $e) {
    echo get_class($e), ' ', $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
DomainException own
done
