--TEST--
SPEC 28.7: a function that only hands on a stream to PHP code does not keep others from closing it
--FILE--
<?php
use function Async\{await, delay, spawn};

function generator(): Generator
{
    $stream = yield;
    delay(5);
    yield is_resource($stream);
}

function wait(mixed ...$stream): bool
{
    delay(5);
    return is_resource($stream[0] ?? $stream[1]);
}

$ways = [
    'call_user_func' => fn ($stream) => call_user_func('wait', $stream),
    'call_user_func_array' => fn ($stream) => (fn (string $f): mixed => $f('wait', [$stream]))('call_user_func_array'),
    'array_map' => fn ($stream) => array_map('wait', [$stream])[0],
    'array_reduce' => fn ($stream) => array_reduce([1], fn ($stream) => wait($stream), $stream),
    'generator' => function ($stream) {
        $generator = generator();
        $generator->current();
        return $generator->send($stream);
    },
    'closure' => fn ($stream) => (wait(...))->__invoke($stream),
    'reflection' => fn ($stream) => (new ReflectionFunction('wait'))->invoke($stream),
    'fiber' => function ($stream) {
        $fiber = new Fiber('wait');
        $fiber->start($stream);
        return $fiber->getReturn();
    },
];
foreach ($ways as $name => $way) {
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $user = spawn(fn () => (fn (string $f) => $way($here))($name));
    delay(2);
    echo "$name: ", json_encode(fclose($here)), ', then ', json_encode(await($user)), "\n";
}
echo "done\n";
?>
--EXPECT--
call_user_func: true, then false
call_user_func_array: true, then false
array_map: true, then false
array_reduce: true, then false
generator: true, then false
closure: true, then false
reflection: true, then false
fiber: true, then false
done
