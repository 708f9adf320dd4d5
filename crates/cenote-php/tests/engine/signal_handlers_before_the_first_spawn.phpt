--TEST--
SPEC 30.14: before the first spawn handlers run as on stock PHP; pcntl's functions show the script's own handlers, and refuse as they do
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{current_coroutine, spawn};

class Handlers
{
    public static function make(): void
    {
        pcntl_signal(SIGUSR2, [new self(), 'ofThisClass']);
    }
    private function ofThisClass(): void
    {
        echo "private method\n";
    }
    public function __call($name, $arguments)
    {
        echo "$name\n";
    }
}
function handler(int $signal): void
{
    global $main;
    echo implode(' < ', array_column(debug_backtrace(), 'function')), Async\current_coroutine() === $main ? ", the main flow\n" : ", another\n";
}
$main = current_coroutine();
pcntl_async_signals(true);
$me = posix_getpid();
var_dump(pcntl_signal(SIGUSR1, 'handler'), pcntl_signal_get_handler(SIGUSR1), pcntl_signal_get_handler(SIGUSR2));
posix_kill($me, SIGUSR1);
pcntl_async_signals(false);
posix_kill($me, SIGUSR1);
pcntl_signal_dispatch();
pcntl_async_signals(true);
try {
    pcntl_signal(SIGUSR1, fn () => throw new RuntimeException('from the handler'));
    posix_kill($me, SIGUSR1);
} catch (RuntimeException $e) {
    echo $e->getMessage(), ', line ', $e->getTrace()[1]['line'] ?? $e->getTrace()[0]['line'], "\n";
}
Handlers::make();
posix_kill($me, SIGUSR2);
pcntl_signal(SIGUSR2, [new Handlers(), 'anyName']);
posix_kill($me, SIGUSR2);
posix_kill($me, SIGUSR2);

foreach ([[0, 'handler'], [SIGUSR1, 'no function'], [SIGUSR1, 17], [SIGUSR1, [new Handlers(), 'ofThisClass', 1]], [SIGUSR1], [200, 'handler']] as $arguments) {
    try {
        pcntl_signal(...$arguments);
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
var_dump(pcntl_signal(signal: SIGUSR1, handler: SIG_IGN, restart_syscalls: false), pcntl_signal_get_handler(SIGUSR1) === SIG_IGN);
posix_kill($me, SIGUSR1);
$closure = function (): void {
    echo "closure\n";
};
pcntl_signal(SIGUSR1, $closure);
var_dump(pcntl_signal_get_handler(SIGUSR1) === $closure);
try {
    pcntl_signal_get_handler(99);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
// A destructor of a handler that is replaced.
class Last { public function __destruct() { echo "handler gone\n"; } public function __invoke() { echo "last\n"; } }
pcntl_signal(SIGUSR1, new Last());
spawn(fn () => null);
posix_kill($me, SIGUSR1);
pcntl_signal(SIGUSR1, SIG_DFL);
echo "done\n";
?>
--EXPECTF--
bool(true)
string(7) "handler"
int(0)
handler%S, the main flow
handler < pcntl_signal_dispatch, the main flow
from the handler, line %d
private method
anyName
anyName
ValueError: pcntl_signal(): Argument #1 ($signal) must be greater than or equal to 1
TypeError: pcntl_signal(): Argument #2 ($handler) must be of type callable|int, string given
ValueError: pcntl_signal(): Argument #2 ($handler) must be either SIG_DFL or SIG_IGN when an integer value is given
TypeError: pcntl_signal(): Argument #2 ($handler) must be of type callable|int, array given
ArgumentCountError: pcntl_signal() expects at least 2 arguments, 1 given
ValueError: pcntl_signal(): Argument #1 ($signal) must be less than 65
bool(true)
bool(true)
bool(true)
pcntl_signal_get_handler(): Argument #1 ($signal) must be between 1 and %d
last
handler gone
done
