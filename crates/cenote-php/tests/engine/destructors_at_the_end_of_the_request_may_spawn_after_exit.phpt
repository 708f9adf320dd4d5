--TEST--
SPEC 30.5, 30.8: after exit() coroutines of shutdown functions and destructors run too; errors are reported, a deadlock ends, exit() there unwinds; an output callback after that cannot spawn
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
function show(string $code): void
{
    show_php(<<<'PHP'
    use function Async\{spawn, delay, await, suspend};
    class Late
    {
        public function __construct(private Closure $act) {}
        public function __destruct() { spawn($this->act); }
    }
    PHP . $code);
}
show(<<<'PHP'
register_shutdown_function(fn() => spawn(function () { delay(1); echo "of a shutdown function\n"; }));
$late = new Late(function () { delay(1); echo "of a destructor\n"; });
ob_start(function ($text) {
    try {
        spawn(fn() => print('never'));
        return $text . "spawned\n";
    } catch (Error $e) {
        return $text . strtok($e->getMessage(), ':') . "\n";
    }
});
exit(0);
PHP);
show(<<<'PHP'
set_exception_handler(fn($e) => print('uncaught: ' . $e->getMessage() . "\n"));
$late = new Late(function () { throw new Exception('thrown'); });
PHP);
show(<<<'PHP'
$late = new Late(function () {
    try {
        await(new Async\Future(new Async\FutureState));
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
});
PHP);
show(<<<'PHP'
$first = new Late(function () { try { delay(60000); } finally { echo "unwound\n"; } });
$last = new Late(function () { suspend(); exit(3); });
PHP);
show(<<<'PHP'
$first = new Late(function () { try { delay(60000); } finally { echo "must not run\n"; } });
$last = new Late(function () { suspend(); echo "fatal\n"; trigger_error('fatal', E_USER_ERROR); });
PHP);
?>
--EXPECT--
of a shutdown function
of a destructor
The script is over
exit code 0
uncaught: thrown
exit code 255
cancelled
exit code 255
unwound
exit code 3
fatal
exit code 255
