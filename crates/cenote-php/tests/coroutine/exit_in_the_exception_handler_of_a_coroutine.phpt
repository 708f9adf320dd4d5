--TEST--
SPEC 30.7, 30.8: exit() in the exception handler that gets a coroutine's exception ends the script with that code
--FILE--
<?php
require __DIR__ . '/helpers.inc';

foreach (['onFinally' => 'spawn(fn() => 1)->onFinally(fn() => throw new Exception("x"));', 'nobody awaits' => 'spawn(fn() => throw new Exception("x"));'] as $where => $code) {
    [$status, $output] = run_php('use function Async\{spawn, suspend};
        set_exception_handler(function ($e) { echo "handler\n"; exit(7); });
        register_shutdown_function(fn() => print("shutdown\n"));
        ' . $code . '
        for ($i = 0; $i < 9; $i++) suspend();
        echo "not reached\n";', ['cenote.unhandled' => 'report']);
    echo "$where: $status\n$output\n";
}
echo "done\n";
?>
--EXPECT--
onFinally: 7
handler
shutdown
nobody awaits: 7
handler
shutdown
done
