--TEST--
SPEC 30, 43.1, 43.3: isStarted, isSuspended, isRunning, isCompleted, isCancelled, getResult and getException in each state
--FILE--
<?php
use function Async\{spawn, await, suspend, delay, current_coroutine};
use Async\{Coroutine, AsyncCancellation};

function show(string $state, Coroutine $c): void
{
    $flags = '';
    foreach (['isStarted', 'isQueued', 'isSuspended', 'isRunning', 'isCompleted', 'isCancelled'] as $m) {
        $flags .= $c->$m() ? ' ' . substr($m, 2) : '';
    }
    $e = $c->getException();
    echo "$state:$flags, result ", var_export($c->getResult(), true),
        ', exception ', $e === null ? 'none' : get_class($e) . ' ' . $e->getMessage(), "\n";
}

$c = spawn(function () {
    show('running', current_coroutine());
    suspend();
    delay(1);
    return 'value';
});
show('new', $c);
suspend();
show('queued', $c);
suspend();
show('parked', $c);
await($c);
show('returned', $c);

$c = spawn(function () { throw new RuntimeException('boom'); });
try { await($c); } catch (RuntimeException) {}
show('failed', $c);

$c = spawn(function () { delay(60000); });
suspend();
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation) {}
show('cancelled', $c);

$c = spawn(function () { try { delay(60000); } catch (AsyncCancellation) {} return 'finished'; });
suspend();
$c->cancel();
await($c);
show('went on', $c);

show('main', current_coroutine());
echo "done\n";
?>
--EXPECT--
new: Queued Suspended, result NULL, exception none
running: Started Running, result NULL, exception none
queued: Started Queued Suspended, result NULL, exception none
parked: Started Suspended, result NULL, exception none
returned: Started Completed, result 'value', exception none
failed: Started Completed, result NULL, exception RuntimeException boom
cancelled: Started Completed Cancelled, result NULL, exception Async\AsyncCancellation stop
went on: Started Completed, result 'finished', exception none
main: Started Running, result NULL, exception none
done
