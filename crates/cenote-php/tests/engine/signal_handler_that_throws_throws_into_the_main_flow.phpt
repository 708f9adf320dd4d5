--TEST--
SPEC 30.14: a signal handler that throws, throws into the main flow
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () { throw new RuntimeException('from the handler'); });
$c = spawn(function () {
    try {
        delay(2500);
        return 'the coroutine was left alone';
    } catch (RuntimeException) {
        return 'the coroutine got it';
    }
});
pcntl_alarm(1);
try {
    await($c);
    echo "not thrown\n";
} catch (RuntimeException $e) {
    echo 'main: ', $e->getMessage(), "\n";
}
var_dump(await($c));
echo "done\n";
?>
--EXPECT--
main: from the handler
string(28) "the coroutine was left alone"
done
