--TEST--
SPEC 30: timeout() is a Completable that fails with AsyncException; it can be awaited itself, and by several
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{spawn, await, timeout, await_all};

$t = timeout(5);
$readers = [];
foreach ([1, 2] as $i) {
    $readers[] = spawn(function () use ($t) {
        try {
            await($t);
        } catch (Async\AsyncException $e) {
            return $e instanceof Async\AsyncException;
        }
    });
}
echo json_encode(await_all($readers)), "\n";
try {
    await($t);
} catch (Async\AsyncException) {
    echo "still failed\n";
}
attempt(fn() => timeout(-1));
echo "done\n";
?>
--EXPECTF--
[[true,true],[]]
still failed
ValueError: Timeout value must be greater than 0
done
