--TEST--
SPEC 30.6: a deadlock is a DeadlockError in the main flow that lists each parked coroutine: id, spawned at, parked at
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{spawn, await};
use Async\{Future, FutureState, Channel};

$state = new FutureState;
$a = spawn(function () use ($state) {   // line 6
    await(new Future($state));          // line 7
});
$b = spawn(function () {                // line 9
    (new Channel)->recv();              // line 10
});
try {
    await($a);
    echo "no deadlock\n";
} catch (Async\AsyncCancellation $e) {
    $text = $e->getPrevious()->getMessage();
    foreach ([[$a, 6, 7], [$b, 9, 10]] as [$c, $spawned, $parked]) {
        $found = false;
        foreach (explode("\n", $text) as $line) {
            $found = $found || preg_match("/\\b{$c->getId()}\\b.*(:| line )$spawned\\b.*(:| line )$parked\\b/", $line);
        }
        echo $found ? "listed\n" : "not listed (" . $c->getId() . "):\n$text\n";
    }
}
echo "done\n";
?>
--EXPECT--
listed
listed
done
Async\DeadlockError
