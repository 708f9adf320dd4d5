--TEST--
SPEC 29.7: forks from several coroutines, nested forks, with timers of the parent going on
--FILE--
<?php
use function Async\{spawn, await, await_all_or_fail, suspend, delay};

$me = getmypid();
$ticks = 0;
$ticker = spawn(function () use (&$ticks) { for ($i = 0; $i < 10; $i++) { delay(5); $ticks++; } });
$fork = function (int $code) {
    delay(2);
    $pid = pcntl_fork();
    if ($pid === 0) {
        delay(1);
        $inner = pcntl_fork();
        if ($inner === 0) {
            delay(1);
            exit($code + 1);
        }
        pcntl_waitpid($inner, $status);
        exit($code + pcntl_wexitstatus($status));
    }
    pcntl_waitpid($pid, $status);
    return pcntl_wexitstatus($status);
};
$codes = await_all_or_fail([spawn($fork, 10), spawn($fork, 20), spawn($fork, 30)]);
ksort($codes);
echo implode(' ', $codes), "\n";
await($ticker);
var_dump($ticks, getmypid() === $me);
echo "done\n";
?>
--EXPECT--
21 41 61
int(10)
bool(true)
done
