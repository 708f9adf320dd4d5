--TEST--
SPEC 30.14, 30.5: handlers of signals that come in destructors at the script's end, in shutdown functions, before exit() or in output callbacks come to their end
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
$code = <<<'PHP'
use function Async\{await, delay, spawn};
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function (): void {
    fwrite(STDOUT, 'begun ');
    WAIT;
    fwrite(STDOUT, 'ended ');
});
await(spawn(fn () => 1));
class Sends {
    public function __destruct() {
        fwrite(STDOUT, 'destructor ');
        posix_kill(getmypid(), SIGUSR1);
    }
}
function sends() {
    $object = new Sends();
    unset($object);
}
MAIN;
PHP;
$cases = [
    'in a destructor at the end' => '$kept = new Sends()',
    'in two' => '$kept = [new Sends(), new Sends()]',
    'in a destructor before the end' => 'sends()',
    'in a destructor before exit()' => 'sends(); exit',
    'in a shutdown function' => 'register_shutdown_function(fn () => posix_kill(getmypid(), SIGUSR1))',
    'in one, after exit()' => 'register_shutdown_function(fn () => posix_kill(getmypid(), SIGUSR1)); exit',
    'in a destructor in one' => 'register_shutdown_function(sends(...))',
    'in an output callback' => 'ob_start(function ($text) { posix_kill(getmypid(), SIGUSR1); return $text; })',
    'in both' => '$kept = new Sends(); ob_start(function ($text) { posix_kill(getmypid(), SIGUSR1); return $text; })',
];
// From PHP 8.4 on destructors may wait, so that the first handler begins in the first one, and `exit()` ends it.
const ORDER_SINCE_84 = PHP_VERSION_ID < 80400 ? [] : [
    'destructor begun destructor ended begun ended' => 'destructor destructor begun ended begun ended',
    'destructor begun ended destructor begun ended' => 'destructor destructor begun ended begun ended',
    'destructor begun' => 'destructor begun ended',
];
foreach (['waits' => 'delay(1)', 'awaits' => 'await(spawn(fn () => 1))', 'does not wait' => ''] as $what => $wait) {
    echo "$what\n";
    foreach ($cases as $where => $main) {
        if ($what === 'awaits' && str_contains($main, 'ob_start')) {
            continue; // nobody can spawn any more
        }
        [$exit, $output] = run_php(strtr($code, ['WAIT' => $wait, 'MAIN' => $main]));
        echo "    $where: ", ORDER_SINCE_84[trim($output)] ?? trim($output), ", exit code $exit\n";
    }
}
?>
--EXPECT--
waits
    in a destructor at the end: destructor begun ended, exit code 0
    in two: destructor destructor begun ended begun ended, exit code 0
    in a destructor before the end: destructor begun ended, exit code 0
    in a destructor before exit(): destructor begun ended, exit code 0
    in a shutdown function: begun ended, exit code 0
    in one, after exit(): begun ended, exit code 0
    in a destructor in one: destructor begun ended, exit code 0
    in an output callback: begun ended, exit code 0
    in both: destructor begun ended begun ended, exit code 0
awaits
    in a destructor at the end: destructor begun ended, exit code 0
    in two: destructor destructor begun ended begun ended, exit code 0
    in a destructor before the end: destructor begun ended, exit code 0
    in a destructor before exit(): destructor begun ended, exit code 0
    in a shutdown function: begun ended, exit code 0
    in one, after exit(): begun ended, exit code 0
    in a destructor in one: destructor begun ended, exit code 0
does not wait
    in a destructor at the end: destructor begun ended, exit code 0
    in two: destructor destructor begun ended begun ended, exit code 0
    in a destructor before the end: destructor begun ended, exit code 0
    in a destructor before exit(): destructor begun ended, exit code 0
    in a shutdown function: begun ended, exit code 0
    in one, after exit(): begun ended, exit code 0
    in a destructor in one: destructor begun ended, exit code 0
    in an output callback: begun ended, exit code 0
    in both: destructor begun ended begun ended, exit code 0
