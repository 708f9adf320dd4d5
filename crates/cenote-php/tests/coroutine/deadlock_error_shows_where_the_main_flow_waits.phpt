--TEST--
SPEC 30.6: a DeadlockError has file, line and trace of the main flow's wait, whoever ran last; each cancellation those of its own
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use Async\{Channel, Future, FutureState};

function wait_for_nothing(): void
{
    (new Channel)->recv();             // line 6
}

foreach (['alone' => 0, 'beside one that ended' => 1, 'beside one that waits' => 2] as $case => $others) {
    $where = null;
    match ($others) {
        0 => null,
        1 => Async\spawn(fn () => null),
        2 => Async\spawn(function () use (&$where) {
            try {
                Async\await(new Future(new FutureState)); // line 16
            } catch (Async\AsyncCancellation $e) {
                $where = basename($e->getFile()) === basename(__FILE__) ? $e->getLine() : $e->getFile();
            }
        }),
    };
    try {
        wait_for_nothing();            // line 23
    } catch (Async\AsyncCancellation $e) {
        echo "$case: ", $e->getFile() === __FILE__ ? 'here' : $e->getFile(), ':', $e->getLine(), ', from line ',
            $e->getTrace()[1]['line'], ', ',
            str_contains($e->getPrevious()->getMessage(), "\n  the main flow, waiting at " . __FILE__ . ':6') ? 'listed' : $e->getPrevious()->getMessage(), "\n";
    }
    Async\suspend();
    echo $where === null ? '' : "the other: $where\n";
}
echo "done\n";
?>
--EXPECT--
alone: here:6, from line 23, listed
beside one that ended: here:6, from line 23, listed
beside one that waits: here:6, from line 23, listed
the other: 16
done
Async\DeadlockError
