--TEST--
SPEC 30.13: closing a stream ends the waits on it, and its number may be used again at once
--FILE--
<?php
use function Async\{await, delay, spawn};

[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$waiter = spawn(function () use ($here): string {
    $read = [$here];
    $write = $except = null;
    return var_export(@stream_select($read, $write, $except, 10), true);
});
delay(5);
fclose($here);
[$new, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
echo await($waiter), "\n";
$reader = spawn(fn (): string => fread($new, 10));
delay(5);
fwrite($other, 'new');
echo await($reader), "\n";
echo "done\n";
?>
--EXPECT--
false
new
done
