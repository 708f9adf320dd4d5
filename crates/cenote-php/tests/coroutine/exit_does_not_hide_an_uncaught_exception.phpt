--TEST--
SPEC 30.7, 30.8: after an exception that nobody awaited, an exit() that reports success ends with 255; a code of its own stays
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$fail = 'use function Async\{spawn, suspend}; $fail = fn() => throw new Exception("x"); ';
$scripts = [
    'exit(0) after the report' => 'spawn($fail); suspend(); exit(0);',
    'exit after the report' => 'spawn($fail); suspend(); exit;',
    'a message in place of a code' => 'spawn($fail); suspend(); exit("");',
    'exit(0) before the report' => '$c = spawn($fail); suspend(); exit(0);',
    'exit(0) in a coroutine' => 'spawn($fail); spawn(function () { suspend(); exit(0); });',
    'exit(0) in a shutdown function' => 'register_shutdown_function(function () { exit(0); }); spawn($fail);',
    'handler and exit(0)' => 'set_exception_handler(function () {}); spawn($fail); suspend(); exit(0);',
    'exit(3)' => 'spawn($fail); suspend(); exit(3);',
    'handler exits with 0' => 'set_exception_handler(function () { exit(0); }); spawn($fail);',
    'a child process exits with 0' => 'spawn($fail); suspend();
        $child = pcntl_fork(); $child === 0 && exit(0); pcntl_waitpid($child, $status); exit(4 + pcntl_wexitstatus($status));',
    'somebody awaits' => 'try { Async\await(spawn($fail)); } catch (Exception) { exit(0); }',
];
foreach ($scripts as $what => $code) {
    [$status] = run_php($fail . $code, ['cenote.unhandled' => 'report']);
    echo "$what: $status\n";
}
echo "done\n";
?>
--EXPECT--
exit(0) after the report: 255
exit after the report: 255
a message in place of a code: 255
exit(0) before the report: 255
exit(0) in a coroutine: 255
exit(0) in a shutdown function: 255
handler and exit(0): 255
exit(3): 3
handler exits with 0: 0
a child process exits with 0: 4
somebody awaits: 0
done
