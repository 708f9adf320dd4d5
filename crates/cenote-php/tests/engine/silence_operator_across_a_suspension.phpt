--TEST--
SPEC 30.11: @ around a call that suspends silences that coroutine alone, before and after the suspension
--FILE--
<?php
use function Async\{spawn, await, suspend};

function noisy(string $who)
{
    trigger_error("1 of $who", E_USER_WARNING);
    suspend();
    trigger_error("2 of $who", E_USER_WARNING);
    suspend();
    return $who;
}
set_error_handler(function (int $no, string $text) {
    echo error_reporting() & $no ? 'loud' : 'silenced', ": $text\n";
    return true;
});
$a = spawn(function () { @noisy('a'); trigger_error('3 of a', E_USER_WARNING); });
$b = spawn(function () { noisy('b'); });
$c = spawn(function () { $x = 'x' . @noisy('c') . 'y'; });
await($a);
await($b);
await($c);
$main = @await(spawn(fn() => suspend()));
trigger_error('main', E_USER_WARNING);
echo "done\n";
?>
--EXPECT--
silenced: 1 of a
loud: 1 of b
silenced: 1 of c
silenced: 2 of a
loud: 2 of b
silenced: 2 of c
loud: 3 of a
loud: main
done
