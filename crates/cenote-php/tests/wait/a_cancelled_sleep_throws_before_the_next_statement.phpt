--TEST--
SPEC 30.2: a cancellation of sleep() and its relatives is thrown where they were called, whatever calls them
--FILE--
<?php
use function Async\{await, delay, spawn};

class Rope
{
    public function __toString(): string
    {
        usleep(10_000_000);
        return 'rope';
    }
}
$places = [
    'a statement' => function (): void { sleep(10); echo "went on\n"; },
    'an operand' => function (): void { $x = 1 + sleep(10) + 2; echo "went on\n"; },
    'an argument' => function (): void { var_dump(sleep(10)); },
    'a string in the making' => function (): void { $a = 'a'; $x = "x{$a}" . sleep(10) . "y{$a}"; echo "went on\n"; },
    'an interpolated object' => function (): void { $rope = new Rope(); $a = 'a'; $x = "x{$a}y{$rope}z"; echo "went on\n"; },
    'an array element' => function (): void { $x = [1, 'k' => [sleep(10), 2], 3]; echo "went on\n"; },
    'call_user_func()' => function (): void { call_user_func('sleep', 10); echo "went on\n"; },
    'array_map()' => function (): void { array_map(sleep(...), [10, 10]); echo "went on\n"; },
    'a generator' => function (): void {
        $generator = (function (): Generator { yield 1; yield sleep(10); })();
        foreach ($generator as $x);
        echo "went on\n";
    },
    'a named argument' => function (): void { usleep(microseconds: 10_000_000); echo "went on\n"; },
];
foreach ($places as $name => $body) {
    $task = spawn($body);
    delay(10);
    $task->cancel();
    try {
        await($task);
        echo "$name: nothing thrown\n";
    } catch (Async\AsyncCancellation) {
        echo "$name: thrown\n";
    }
}
$task = spawn('sleep', 10);
delay(10);
$task->cancel();
try {
    await($task);
} catch (Async\AsyncCancellation) {
    echo "the whole coroutine: thrown\n";
}
echo "done\n";
?>
--EXPECT--
a statement: thrown
an operand: thrown
an argument: thrown
a string in the making: thrown
an interpolated object: thrown
an array element: thrown
call_user_func(): thrown
array_map(): thrown
a generator: thrown
a named argument: thrown
the whole coroutine: thrown
done
