--TEST--
SPEC 30.20: a socket that did not block, and was made to block since, lets others run in the next receive and sends all, though it was used meanwhile without being asked
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{await, await_all_or_fail, delay, spawn};

await(spawn(function () {
    $text = str_repeat('0123456789', 200_000);
    foreach (['at once' => 0, 'used for a while' => 100] as $name => $uses) {
        socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
        [$one, $other] = $pair;
        socket_set_nonblock($one);
        for ($i = 0; $i <= $uses; $i++) {
            socket_send($one, 'x', 1, 0);
            socket_recv($other, $got, 1, 0);
            socket_send($other, 'x', 1, 0);
            socket_recv($one, $got, 1, 0);
        }
        echo "$name: not blocking: ", var_export(@socket_recv($one, $got, 1, 0), true), ' ', socket_strerror(socket_last_error($one)), ', ',
            @socket_send($one, $text, strlen($text), 0) < strlen($text) ? 'a part' : 'all', "\n";

        // It is full: a send that would take it for one that does not block would do nothing.
        socket_set_block($one);
        $read = function (int $wanted) use ($other): string {
            for ($all = ''; strlen($all) < $wanted && socket_recv($other, $part, 65536, 0);) {
                $all .= $part;
                delay(1);
            }
            return $all;
        };
        socket_set_nonblock($other);
        while (@socket_recv($other, $part, 65536, 0)) {
        }
        socket_set_block($other);
        [$sent, $received] = await_all_or_fail([spawn(fn() => socket_send($one, $text, strlen($text), 0)), spawn($read, strlen($text))]);
        echo "sent $sent, ", $received === $text ? 'the same' : strlen($received) . ' received', "\n";

        $receiving = spawn(function () use ($one) {
            socket_recv($one, $got, 10, 0);
            return $got;
        });
        delay(1);
        echo 'others run: ';
        socket_send($other, 'word', 4, 0);
        echo await($receiving), "\n";
    }

    // Another socket under the same number.
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $first);
    socket_set_nonblock($first[0]);
    @socket_recv($first[0], $got, 1, 0);
    socket_close($first[0]);
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $second);
    $receiving = spawn(function () use ($second) {
        socket_recv($second[0], $got, 10, 0);
        return $got;
    });
    delay(1);
    socket_send($second[1], 'new', 3, 0);
    echo await($receiving), "\n";
}));

// A socket that blocks lets others run even if it has something: after some uses of the one that did not, it is asked again.
spawn(function () {
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    socket_set_nonblock($pair[0]);
    @socket_recv($pair[0], $got, 1, 0);
    socket_set_block($pair[0]);
    socket_send($pair[1], str_repeat('x', 200), 200, 0);
    $turns = 0;
    $isOver = false;
    $other = spawn(function () use (&$turns, &$isOver) {
        while (!$isOver) {
            $turns++;
            Async\suspend();
        }
    });
    for ($i = 0; $i < 200; $i++) {
        socket_recv($pair[0], $got, 1, 0);
    }
    $isOver = true;
    await($other);
    echo $turns > 20 ? 'others ran' : "others ran $turns times", "\n";
});
?>
--EXPECT--
at once: not blocking: false Resource temporarily unavailable, a part
sent 2000000, the same
others run: word
used for a while: not blocking: false Resource temporarily unavailable, a part
sent 2000000, the same
others run: word
new
others ran
