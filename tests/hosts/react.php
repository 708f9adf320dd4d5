<?php
// Our loop for ReactPHP: callbacks that wait hold up nothing.

declare(strict_types=1);

use Cenote\React\Loop;

require __DIR__ . '/boot.php';
or_stand_in('React\EventLoop\LoopInterface', 'react');

$loop = new Loop();
$seen = [];
[$here, $there] = pair();
$loop->addReadStream($here, function (mixed $stream) use ($loop, &$seen): void {
    $seen[] = 'begins';
    until(function () use (&$seen): bool {
        return count($seen) === 4;
    });
    $seen[] = fread($stream, 10);
    $loop->removeReadStream($stream);
});
fwrite($there, 'word');
$loop->futureTick(function () use (&$seen): void {
    $seen[] = 'tick';
});
$timer = $loop->addPeriodicTimer(0.015, function (mixed $timer) use (&$seen, $loop): void {
    $seen[] = 'timer';
    count(array_keys($seen, 'timer', true)) < 2 || $loop->cancelTimer($timer);
});
$loop->run();
check($seen === ['tick', 'begins', 'timer', 'timer', 'word'], 'others go on: ' . implode(', ', $seen));

// run() ends once nothing is left, not before what waits; an error of a callback leaves it.
$begun = $ended = 0;
for ($i = 0; $i < 10; $i++) {
    $loop->addTimer(0.001, function () use (&$begun, &$ended): void {
        $begun++;
        until(function () use (&$begun): bool {
            return $begun === 10;
        });
        $ended++;
    });
}
$loop->run();
check($ended === 10, "ten callbacks wait together: $ended");
$loop->futureTick(fn () => throw new DomainException('of a callback'));
try {
    $loop->run();
    check(false, 'run() throws');
} catch (DomainException) {
}

// Writing, signals, stop().
$loop->addWriteStream($here, function (mixed $stream) use ($loop): void {
    fwrite($stream, 'answer');
    $loop->removeWriteStream($stream);
    posix_kill(getmypid(), SIGUSR1);
});
$loop->addSignal(SIGUSR1, $stop = function () use ($loop): void {
    $loop->stop();
});
$loop->run();
$loop->removeSignal(SIGUSR1, $stop);
check(fread($there, 10) === 'answer', 'the write');
echo "ok\n";
