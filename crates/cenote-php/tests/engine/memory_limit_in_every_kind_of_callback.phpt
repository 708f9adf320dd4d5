--TEST--
SPEC 30.8: the memory limit, hit inside every kind of callback, ends the process as on stock, and no code of other coroutines runs
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';

$prelude = '
    function eat(): never { $all = []; while (true) { $all[] = str_repeat("x", 100000); } }
    Async\spawn(function () { try { Async\delay(100000); } finally { echo "code of another coroutine\n"; } });
    Async\suspend();
    $resource = fn() => new stdClass();
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
    'shutdown function' => 'register_shutdown_function(eat(...)); exit;',
];
foreach ($bodies as $what => $body) {
    $command = escapeshellarg(PHP_BINARY) . ' ' . php_settings()
        . ' -d memory_limit=8M -d display_errors=1 -d log_errors=0 -d html_errors=0 -r ' . escapeshellarg($prelude . $body);
    $lines = [];
    exec("$command 2>&1", $lines, $status);
    $output = implode("\n", $lines);
    $fatal = substr_count($output, 'Allowed memory size of 8388608 bytes exhausted');
    $others = $what === 'shutdown function' ? 0 : substr_count($output, 'code of another coroutine');
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
shutdown function: status 255, 1 fatal error, 0 of others
done
