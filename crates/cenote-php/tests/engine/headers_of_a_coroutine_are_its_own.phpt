--TEST--
SPEC 30.19: after isolate_superglobals(), on the command line, each coroutine has a list of headers and a response code of its own, and begins with none
--FILE--
<?php
use function Async\{await, await_all_or_fail, delay, spawn, suspend};

header('X-Before: dropped');
header('HTTP/1.1 503 Service Unavailable');
echo json_encode([headers_list(), http_response_code()]), "\n";
Async\isolate_superglobals();
echo 'sent: ', json_encode(headers_sent()), "\n";

function seen(): string
{
    $headers = array_values(array_filter(headers_list(), fn ($line) => !str_starts_with($line, 'X-Powered-By')));
    return json_encode([$headers, http_response_code()]);
}

// 300 requests that overlap at each wait.
$requests = [];
for ($number = 0; $number < 300; $number++) {
    $requests[] = spawn(function () use ($number): bool {
        header("X-Number: $number");
        delay($number % 3);
        header('X-List: one');
        setcookie('user', (string) $number);
        suspend();
        header('X-List: two', false);
        http_response_code(200 + $number);
        delay($number % 2);
        header('Content-Type: application/json');
        header('X-Gone: soon');
        suspend();
        header_remove('X-Gone');
        $expected = json_encode([["X-Number: $number", 'X-List: one', "Set-Cookie: user=$number", 'X-List: two', 'Content-Type: application/json'], 200 + $number]);
        return seen() === $expected ?: throw new Exception(seen() . " for $expected");
    });
}
echo count(array_filter(await_all_or_fail($requests))), " right\n";
echo 'main keeps its code: ', seen(), "\n";

// A code alone, without a header.
$codes = array_map(fn (int $code) => spawn(function () use ($code): array {
    $before = http_response_code();
    http_response_code($code);
    suspend();
    return [$before, http_response_code()];
}), [401, 402]);
echo 'codes alone: ', json_encode(await_all_or_fail($codes)), "\n";

// One spawned begins with none, a Fiber has those of the coroutine beneath, and main has its own.
header('X-Main: yes');
header('Location: /elsewhere');
await(spawn(function () {
    echo 'begins with ', seen(), "\n";
    header('HTTP/1.1 404 Not Found');
    $fiber = new Fiber(function () {
        header('X-Fiber: yes');
        delay(1);
        Fiber::suspend();
        echo 'a Fiber has ', seen(), "\n";
    });
    $fiber->start();
    await(spawn(fn () => print('its child begins with ' . seen() . "\n")));
    $fiber->resume();
}));
echo 'main: ', seen(), "\n";

// One that is cancelled, or throws, leaves nothing; nor does its destructor's header reach another one.
$waits = spawn(function () {
    header('X-Waits: yes');
    $object = new class {
        public function __destruct()
        {
            header('X-Destructor: yes');
        }
    };
    delay(10_000);
});
suspend();
$waits->cancel();
Async\await_all([$waits, spawn(function () {
    header('X-Throws: yes');
    throw new Exception();
})]);
echo 'afterwards: ', await(spawn(seen(...))), ', main: ', seen(), "\n";

// The end of the script, with one that waits.
spawn(function () {
    header('X-Last: yes');
    delay(10_000);
});
suspend();
exit("exits\n");
?>
--EXPECT--
[[],503]
sent: false
300 right
main keeps its code: [[],503]
codes alone: [[false,401],[false,402]]
begins with [[],false]
its child begins with [[],false]
a Fiber has [["X-Fiber: yes"],404]
main: [["X-Main: yes","Location: \/elsewhere"],302]
afterwards: [[],false], main: [["X-Main: yes","Location: \/elsewhere"],302]
exits
