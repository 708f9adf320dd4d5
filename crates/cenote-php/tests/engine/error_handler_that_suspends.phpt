--TEST--
SPEC 30.11: an error handler may suspend; another coroutine's errors meanwhile reach their own handler
--FILE--
<?php
use function Async\{spawn, await, suspend};

set_error_handler(function ($no, $text) {
    echo "enter $text\n";
    suspend();
    echo "leave $text\n";
    return true;
});
$all = [];
foreach (['a', 'b'] as $name) {
    $all[] = spawn(function () use ($name) {
        $x = $undefined;
        trigger_error($name, E_USER_NOTICE);
        echo "$name goes on\n";
    });
}
foreach ($all as $c) {
    await($c);
}
echo "done\n";
?>
--EXPECT--
enter Undefined variable $undefined
enter Undefined variable $undefined
leave Undefined variable $undefined
enter a
leave Undefined variable $undefined
enter b
leave a
a goes on
leave b
b goes on
done
