--TEST--
SPEC 30.11: nested buffers with output callbacks stay within the coroutine
--FILE--
<?php
use function Async\{spawn, await, await_all_or_fail, suspend};

$show = fn(string $name) => spawn(function () use ($name) {
    ob_start(fn(string $text) => "<$text>");
    echo $name;
    suspend();
    ob_start();
    var_dump(strlen($name));
    suspend();
    $inner = trim(ob_get_clean());
    echo " $inner";
    $text = ob_get_contents();
    ob_end_flush();
    return $text;
});
$texts = await_all_or_fail([$show('a'), $show('bb')]);
echo "\n";
ksort($texts);
print_r($texts);
echo "done\n";
?>
--EXPECT--
<a int(1)><bb int(2)>
Array
(
    [0] => a int(1)
    [1] => bb int(2)
)
done
