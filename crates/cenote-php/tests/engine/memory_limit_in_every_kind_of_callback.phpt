--TEST--
SPEC 30.8: the memory limit, hit inside every kind of callback, ends the process as on stock, and no code of other coroutines runs
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';

$prelude = '
    function eat(): never { $all = []; while (true) { $all[] = str_repeat("x", 100000); } }
    $other = Async\spawn(function () { try { Async\delay(100000); } finally { echo "code of another coroutine\n"; } });
    Async\suspend();
    $resource = fn() => new stdClass();
    class Strategy implements Async\CircuitBreakerStrategy {
        function __construct(private string $greedy) {}
        private function called(string $method) { $method === $this->greedy && eat(); }
        function reportSuccess(mixed $source): void { $this->called(__FUNCTION__); }
        function reportFailure(mixed $source, Throwable $error): void { $this->called(__FUNCTION__); }
        function reportCreateFailure(mixed $source, Throwable $error): void { $this->called(__FUNCTION__); }
        function shouldRecover(): bool { $this->called(__FUNCTION__); return false; }
    }
    function pool_with_strategy(string $greedy, bool $accept = true): Async\Pool {
        $p = new Async\Pool(factory: fn() => new stdClass(), beforeRelease: fn() => $accept, max: 1);
        $p->setCircuitBreakerStrategy(new Strategy($greedy));
        return $p;
    }
    class Dying { function __destruct() { eat(); } }
    class Counting implements IteratorAggregate { function getIterator(): Iterator { eat(); } }
    class Row { function __construct() { eat(); } }
    class Statement extends PDOStatement { protected function __construct() { eat(); } }
    function pooled(array $options = []): PDO {
        $options += [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1];
        return new PDO("sqlite:file:memory_limit?mode=memory&cache=shared", null, null, $options);
    }
';
$bodies = [
    'coroutine' => 'Async\await(Async\spawn(eat(...)));',
    'onFinally' => '$c = Async\spawn(fn() => 1); $c->onFinally(eat(...)); Async\await($c);',
    'protect' => 'Async\protect(eat(...));',
    'factory' => '(new Async\Pool(factory: eat(...), max: 1))->acquire();',
    'factory in the constructor' => 'new Async\Pool(factory: eat(...), min: 1, max: 1);',
    'destructor' => '$p = new Async\Pool(factory: $resource, destructor: eat(...), min: 1, max: 1); $p->close();',
    'healthcheck' => '$p = new Async\Pool(factory: $resource, healthcheck: eat(...), min: 1, max: 1, healthcheckInterval: 1); Async\delay(1000);',
    'beforeAcquire' => '(new Async\Pool(factory: $resource, beforeAcquire: eat(...), min: 1, max: 1))->acquire();',
    'beforeRelease' => '$p = new Async\Pool(factory: $resource, beforeRelease: eat(...), max: 1); $p->release($p->acquire());',
    'a waiter is there' => '$p = new Async\Pool(factory: $resource, beforeRelease: eat(...), max: 1); $r = $p->acquire();
        Async\spawn(fn() => $p->acquire()); Async\suspend(); $p->release($r);',
    'error handler' => 'set_error_handler(eat(...)); Async\await(Async\spawn(fn() => $undefined));',
    'output callback' => 'Async\await(Async\spawn(function () { ob_start(eat(...)); echo "x"; ob_end_flush(); }));',
    // On stock the message goes into the buffer, and with it.
    'output callback at the end of the script' => 'ob_start(eat(...)); echo "x"; exit;',
    'exception handler, of an exception in a coroutine' => 'ini_set("cenote.unhandled", "report"); set_exception_handler(eat(...));
        Async\spawn(fn() => throw new Exception()); Async\delay(1000);',
    'exception handler, of an exception in the main flow' => 'set_exception_handler(eat(...)); throw new Exception();',
    'signal handler' => 'pcntl_async_signals(true); pcntl_signal(SIGUSR1, eat(...)); posix_kill(getmypid(), SIGUSR1); Async\delay(1000);',
    'comparator' => 'Async\await(Async\spawn(function () { $list = [2, 1]; usort($list, eat(...)); }));',
    'finally of a cancelled coroutine' => '$c = Async\spawn(function () { try { Async\delay(1000); } finally { eat(); } });
        Async\suspend(); $c->cancel(); Async\await($c);',
    'Fiber in a coroutine' => 'Async\await(Async\spawn(fn() => (new Fiber(eat(...)))->start()));',
    'generator in a coroutine' => 'Async\await(Async\spawn(function () { foreach ((function () { yield 1; eat(); })() as $_); }));',
    'iterator of await_all' => 'Async\await_all(new Counting());',
    'class loader' => 'spl_autoload_register(eat(...)); Async\await(Async\spawn(fn() => new Missing()));',
    'destructor of what a coroutine holds' => 'Async\await(Async\spawn(function () { $dying = new Dying(); Async\suspend(); }));',
    'destructor of the result of a coroutine' => '$c = Async\spawn(fn() => new Dying()); Async\suspend(); Async\suspend(); unset($c);',
    'destructor in the collector' => '$d = new Dying(); $d->self = $d; unset($d); gc_collect_cycles();
        gc_enabled() || eat();',
    'destructor at the end of the script' => '$dying = new Dying(); exit;',
    'destructor of a resource' => '$p = new Async\Pool(factory: fn() => new Dying(), min: 1, max: 1); $p->close();',
    'reportSuccess' => '$p = pool_with_strategy("reportSuccess"); $p->release($p->acquire());',
    'reportFailure' => '$p = pool_with_strategy("reportFailure", false); $p->release($p->acquire());',
    'shouldRecover' => '$p = pool_with_strategy("shouldRecover"); $p->deactivate(); $p->acquire();',
    'reportCreateFailure' => '$p = new Async\Pool(factory: fn() => throw new Exception(), max: 1);
        $p->setCircuitBreakerStrategy(new Strategy("reportCreateFailure")); $p->acquire();',
    'SQLite function' => '$p = pooled(); $p->sqliteCreateFunction("f", eat(...)); $p->query("SELECT f()");',
    'SQLite collation' => '$p = pooled(); $p->sqliteCreateCollation("c", eat(...));
        $p->query("SELECT x FROM (SELECT 1 AS x UNION SELECT 2) ORDER BY CAST(x AS TEXT) COLLATE c")->fetchAll();',
    'SQLite aggregate, step' => '$p = pooled(); $p->sqliteCreateAggregate("a", eat(...), fn() => 1); $p->query("SELECT a(1)")->fetchAll();',
    'SQLite aggregate, end' => '$p = pooled(); $p->sqliteCreateAggregate("a", fn() => 1, eat(...)); $p->query("SELECT a(1)")->fetchAll();',
    'constructor of a fetched object' => 'pooled()->query("SELECT 1")->fetchObject(Row::class);',
    'function of fetchAll' => 'pooled()->query("SELECT 1")->fetchAll(PDO::FETCH_FUNC, eat(...));',
    'constructor of a statement class' => 'pooled([PDO::ATTR_STATEMENT_CLASS => [Statement::class]])->query("SELECT 1");',
    'error handler, of a warning of a pooled PDO' => 'set_error_handler(eat(...));
        pooled([PDO::ATTR_ERRMODE => PDO::ERRMODE_WARNING])->exec("no SQL");',
    'coroutine of a shutdown function' => '$other->cancel(); register_shutdown_function(fn() => Async\spawn(eat(...)));',
    'shutdown function' => 'register_shutdown_function(eat(...)); exit;',
];
// These unwind the other coroutine before the callback runs.
$ends_others = '/exit;$|^\$other->cancel/';
foreach ($bodies as $what => $body) {
    [$status, $output] = run_php($prelude . $body, ['memory_limit' => '8M', 'log_errors' => '0']);
    $fatal = substr_count($output, 'Allowed memory size of 8388608 bytes exhausted');
    if ($what === 'output callback') { // where 8.2.32 has another fatal error
        $fatal += substr_count($output, 'Cannot use output buffering in output buffering display handlers');
    }
    // PHP 8.5 ends with another status, with a pool and without, when the end of an aggregate cannot be called any more.
    if (str_starts_with($what, 'SQLite aggregate') && str_contains($output, "Couldn't execute method")) {
        $status = $status === 0 ? 255 : "not $status";
    }
    $others = substr_count($output, 'code of another coroutine') - preg_match($ends_others, $body);
    echo "$what: status $status, $fatal fatal error, $others of others\n";
    if ($status !== 255) {
        echo substr($output, 0, 500), "\n";
    }
}
?>
done
--EXPECT--
coroutine: status 255, 1 fatal error, 0 of others
onFinally: status 255, 1 fatal error, 0 of others
protect: status 255, 1 fatal error, 0 of others
factory: status 255, 1 fatal error, 0 of others
factory in the constructor: status 255, 1 fatal error, 0 of others
destructor: status 255, 1 fatal error, 0 of others
healthcheck: status 255, 1 fatal error, 0 of others
beforeAcquire: status 255, 1 fatal error, 0 of others
beforeRelease: status 255, 1 fatal error, 0 of others
a waiter is there: status 255, 1 fatal error, 0 of others
error handler: status 255, 1 fatal error, 0 of others
output callback: status 255, 1 fatal error, 0 of others
output callback at the end of the script: status 255, 0 fatal error, 0 of others
exception handler, of an exception in a coroutine: status 255, 1 fatal error, 0 of others
exception handler, of an exception in the main flow: status 255, 1 fatal error, 0 of others
signal handler: status 255, 1 fatal error, 0 of others
comparator: status 255, 1 fatal error, 0 of others
finally of a cancelled coroutine: status 255, 1 fatal error, 0 of others
Fiber in a coroutine: status 255, 1 fatal error, 0 of others
generator in a coroutine: status 255, 1 fatal error, 0 of others
iterator of await_all: status 255, 1 fatal error, 0 of others
class loader: status 255, 1 fatal error, 0 of others
destructor of what a coroutine holds: status 255, 1 fatal error, 0 of others
destructor of the result of a coroutine: status 255, 1 fatal error, 0 of others
destructor in the collector: status 255, 1 fatal error, 0 of others
destructor at the end of the script: status 255, 1 fatal error, 0 of others
destructor of a resource: status 255, 1 fatal error, 0 of others
reportSuccess: status 255, 1 fatal error, 0 of others
reportFailure: status 255, 1 fatal error, 0 of others
shouldRecover: status 255, 1 fatal error, 0 of others
reportCreateFailure: status 255, 1 fatal error, 0 of others
SQLite function: status 255, 1 fatal error, 0 of others
SQLite collation: status 255, 1 fatal error, 0 of others
SQLite aggregate, step: status 255, 1 fatal error, 0 of others
SQLite aggregate, end: status 255, 1 fatal error, 0 of others
constructor of a fetched object: status 255, 1 fatal error, 0 of others
function of fetchAll: status 255, 1 fatal error, 0 of others
constructor of a statement class: status 255, 1 fatal error, 0 of others
error handler, of a warning of a pooled PDO: status 255, 1 fatal error, 0 of others
coroutine of a shutdown function: status 255, 1 fatal error, 0 of others
shutdown function: status 255, 1 fatal error, 0 of others
done
