--TEST--
SPEC 30.8, 30.11: a fatal error in an onFinally callback of a coroutine that never started leaves the buffers of whoever ran it whole, and prints its own without their callbacks
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
$program = 'use function Async\{spawn, delay};
    ob_start();
    echo "main ";
    %s
    $unstarted = spawn(fn() => print("NOT THIS "));
    $unstarted->onFinally(function () {
        ob_start(fn($text) => "NOT [$text]");
        set_error_handler(fn() => print("NOR THIS"), E_WARNING);
        echo "own";
        %s
    });
    %s
';
$enders = [
    'cancelled by the main flow' => ['', '$unstarted->cancel();'],
    'cancelled by a coroutine' => [
        'spawn(function () use (&$unstarted) { ob_start(fn($text) => "[$text] "); echo "ended"; $unstarted->cancel(); });', 'delay(10);',
    ],
    'at the exit of the main flow' => ['', 'exit;'],
    'at the exit of a coroutine' => ['spawn(function () { ob_start(); echo "other "; exit; });', 'delay(10);'],
];
$errors = [
    'an error' => 'trigger_error("fatal", E_USER_ERROR);',
    'a class declared twice' => 'eval("class Twice {} class Twice {}");',
];
foreach ($enders as $when => [$before, $after]) {
    foreach ($errors as $what => $error) {
        [$code, $output] = run_php(sprintf($program, $before, $error, $after), ['log_errors' => '0', 'error_reporting' => (string) (E_ALL & ~E_DEPRECATED)]);
        // PHP 8.4 has other words for it.
        $output = str_replace('Cannot redeclare class Twice (previously declared', 'Cannot declare class Twice, because the name is already', $output);
        $output = preg_replace('/\s+/', ' ', preg_replace('/ in .* on line \d+/', '', $output));
        echo "$when, $what: ", trim($output), ", exit code $code\n";
    }
}
?>
--EXPECT--
cancelled by the main flow, an error: main own Fatal error: fatal, exit code 255
cancelled by the main flow, a class declared twice: main own Fatal error: Cannot declare class Twice, because the name is already, exit code 255
cancelled by a coroutine, an error: main [ended] own Fatal error: fatal, exit code 255
cancelled by a coroutine, a class declared twice: main [ended] own Fatal error: Cannot declare class Twice, because the name is already, exit code 255
at the exit of the main flow, an error: main own Fatal error: fatal, exit code 255
at the exit of the main flow, a class declared twice: main own Fatal error: Cannot declare class Twice, because the name is already, exit code 255
at the exit of a coroutine, an error: main other own Fatal error: fatal, exit code 255
at the exit of a coroutine, a class declared twice: main other own Fatal error: Cannot declare class Twice, because the name is already, exit code 255
