--TEST--
SPEC 30.11: ob_start(), set_error_handler() and @ around queries of several coroutines stay apart
--INI--
error_reporting=E_ALL
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$tasks = [];
foreach (['a', 'b', 'c'] as $at => $name) {
    $tasks[] = spawn(function () use ($name, $at): string {
        $wait = clients()['pdo_mysql']();
        ob_start();
        set_error_handler(function (int $code, string $text) use ($name): bool {
            echo "[$name heard $text", error_reporting() === E_ALL ? ']' : ', silenced]';
            return true;
        });
        echo "<$name";
        $wait(20 - 5 * $at);
        trigger_error("of $name");
        @$wait(10);
        echo error_reporting() === E_ALL ? '' : 'silenced';
        restore_error_handler();
        echo "$name>";
        return ob_get_clean();
    });
}
foreach ($tasks as $task) {
    echo await($task), "\n";
}
echo "done\n";
?>
--EXPECT--
<a[a heard of a]a>
<b[b heard of b]b>
<c[c heard of c]c>
done
