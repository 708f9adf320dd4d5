--TEST--
SPEC 30.2: a coroutine that is cancelled half-way through a curl transfer gets its cancellation at once; its handle can be used again
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

$curl = curl_init(getenv('CENOTE_HTTP') . '/drip/10000/2');
$received = 0;
curl_setopt($curl, CURLOPT_WRITEFUNCTION, function ($curl, string $data) use (&$received): int {
    return strlen($data) + 0 * ($received += strlen($data));
});
$task = spawn(function () use ($curl): void {
    curl_exec($curl);
    echo "reached the next statement\n";
});
until(function () use (&$received): bool { return $received > 0; });
$begin = hrtime(true);
$task->cancel();
try {
    await($task);
} catch (Async\AsyncCancellation $error) {
    echo $error::class, hrtime(true) - $begin < 10e9 ? ", at once\n" : ", late\n";
}
echo $received > 0 && $received < 5_000 ? "half-way\n" : "$received bytes\n";
curl_reset($curl);
curl_setopt_array($curl, [CURLOPT_URL => getenv('CENOTE_HTTP') . '/answer/77/5', CURLOPT_RETURNTRANSFER => true]);
echo curl_exec($curl);
echo "done\n";
?>
--EXPECT--
Async\AsyncCancellation, at once
half-way
77 77.
done
