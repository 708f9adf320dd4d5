--TEST--
SPEC 30.11: what a timer gives up ends in a coroutine of its own: its destructor runs as nobody else, and what it throws is a warning
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
use Async\{Future, Signal, Timeout};
use function Async\{await, current_coroutine, delay, signal, spawn, timeout};

final class Thrower
{
    public function __construct(private array &$known)
    {
    }

    public function __destruct()
    {
        echo 'the argument goes', in_array(current_coroutine(), $this->known, true) ? " as another coroutine\n" : "\n";
        throw new LogicException('of a destructor');
    }
}

/** The error that is made in advance for the end of the token holds the arguments in its trace. */
function listen(Thrower $held, Timeout $token): Future
{
    return signal(Signal::SIGUSR1, $token);
}

$shows = function (string $who, Closure $wait): void {
    try {
        $wait();
        echo "$who: goes on\n";
    } catch (Throwable $e) {
        do {
            echo "$who: ", get_class($e), ' ', $e->getMessage(), "\n";
        } while ($e = $e->getPrevious());
    }
};

echo "-- one has ended, another parks when the timer is due\n";
$known = [current_coroutine()];
$token = timeout(150);
$future = listen(new Thrower($known), $token);
$known[] = spawn($shows, 'another', fn() => delay(400));
$known[] = spawn(fn() => print("one ends\n"));
$shows('main', fn() => await($future));
delay(500);

echo "-- nothing is left to end but the one who waits\n";
$token = timeout(150);
$future = listen(new Thrower($known), $token);
$known[] = spawn($shows, 'one', fn() => await($future));

echo "-- at the script's end\n";
?>
--EXPECTF--
-- one has ended, another parks when the timer is due
one ends
main: Async\TimeoutException Timeout occurred after 150 milliseconds
the argument goes

Warning: Uncaught LogicException: of a destructor in %s:%d
Stack trace:
#0 [internal function]: Thrower->__destruct()
#1 {main}
  thrown in %s on line %d
another: goes on
-- nothing is left to end but the one who waits
-- at the script's end
one: Async\TimeoutException Timeout occurred after 150 milliseconds
the argument goes

Warning: Uncaught LogicException: of a destructor in %s:%d
Stack trace:
#0 [internal function]: Thrower->__destruct()
#1 {main}
  thrown in %s on line %d
