--TEST--
SPEC 30.8: exit() below internal functions, generators, include and onFinally ends the program as anywhere
--FILE--
<?php
require __DIR__ . '/helpers.inc';
show_php('Async\spawn(function () { array_map(function () { Async\suspend(); exit(11); }, [1]); }); Async\delay(60000);');
show_php('Async\spawn(function () { foreach ((function () { yield 1; exit(12); })() as $x) Async\suspend(); }); Async\delay(60000);');
show_php('$c = Async\spawn(fn() => 1); $c->onFinally(function () { exit(13); }); Async\delay(60000);');
show_php('Async\spawn(function () { $a = [3, 1, 2]; usort($a, function () { Async\suspend(); exit(14); }); }); Async\delay(60000);');
show_php('Async\spawn(function () { (new Fiber(function () { Async\suspend(); exit(15); }))->start(); }); Async\delay(60000);');
echo "done\n";
?>
--EXPECT--
exit code 11
exit code 12
exit code 13
exit code 14
exit code 15
done
