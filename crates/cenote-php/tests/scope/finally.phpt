--TEST--
SPEC 38.15: finally() callbacks run in order once the scope is over and its last coroutine has ended; later ones at once; their errors go to the handlers
--FILE--
<?php
use Async\{CompositeException, Coroutine, Scope};
use function Async\{delay, suspend};

$s = new Scope();
foreach ([1, 2] as $n) {
    $s->finally(function (Scope $given) use ($s, $n) { echo $n, ' '; var_dump($given === $s); suspend(); });
}
$s->spawn(function () { try { delay(60000); } finally { delay(1); echo "own\n"; } });
$below = Scope::inherit($s);
$below->finally(function () { echo "below\n"; });
$below->spawn(function () { try { delay(60000); } finally { delay(9); echo "its own\n"; } });
suspend();
echo "runs\n";
$s->dispose();
echo "disposed\n";
$s->awaitAfterCancellation();
for ($n = 0; $n < 9; $n++) { suspend(); }
$s->finally(function () { echo "late\n"; });
echo "after late\n";
foreach ([1, 2] as $errors) {
    $t = new Scope();
    $t->setExceptionHandler(function (Scope $s, Coroutine $c, Throwable $e) {
        echo get_class($e), ' ', $e->getMessage();
        foreach ($e instanceof CompositeException ? $e->getExceptions() : [] as $one) { echo ' ', $one->getMessage(); }
        echo "\n";
    });
    for ($n = 1; $n <= $errors; $n++) { $t->finally(fn () => throw new Exception("error $n")); }
    $t->cancel();
    suspend();
    suspend();
    suspend();
}
// One that merely has nothing to do is not over.
$idle = new Scope();
$idle->finally(function () { echo "at the end of the script\n"; });
$idle->spawn(fn () => 1);
suspend();
echo "end\n";
?>
--EXPECT--
runs
disposed
own
its own
below
1 bool(true)
2 bool(true)
late
after late
Exception error 1
Async\CompositeException  error 1 error 2
end
at the end of the script
