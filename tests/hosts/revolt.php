<?php
// Our driver of Revolt's loop: callbacks that wait hold up nothing, and everything else is as Revolt has it.

declare(strict_types=1);

use Cenote\Revolt\Driver;

require __DIR__ . '/boot.php';
or_stand_in('Revolt\EventLoop\Driver', 'revolt');

// Ten callbacks that wait for each other, and run() returns when all have ended.
$loop = new Driver();
$begun = $ended = 0;
for ($i = 0; $i < 10; $i++) {
    $loop->defer(function () use (&$begun, &$ended): void {
        $begun++;
        until(function () use (&$begun): bool {
            return $begun === 10;
        });
        $ended++;
    });
}
$loop->run();
check($ended === 10, "ten callbacks wait together: $ended");

// While a callback waits, timers, microtasks and streams go on; it is not called again for the same stream meanwhile.
$loop = new Driver();
[$here, $there] = pair();
$seen = [];
$reader = $loop->onReadable($here, function (string $id) use (&$seen, $loop, $here): void {
    $seen[] = 'begins';
    until(function () use (&$seen): bool {
        return in_array('microtask', $seen, true);
    });
    $seen[] = fread($here, 10);
    $loop->cancel($id);
});
fwrite($there, 'word');
$loop->delay(0.01, function () use (&$seen, $loop): void {
    $seen[] = 'timer';
    $loop->queue(function (string $word) use (&$seen): void {
        $seen[] = $word;
    }, 'microtask');
});
$loop->run();
check($seen === ['begins', 'timer', 'microtask', 'word'], 'others go on: ' . implode(', ', $seen));

// The order within a tick: microtasks before the next callback; a resumed Fiber has its turn among them.
$loop = new Driver();
$seen = [];
$loop->queue(function () use ($loop, &$seen): void {
    $suspension = $loop->getSuspension();
    $loop->defer(function () use ($suspension, $loop, &$seen): void {
        $loop->queue(function () use (&$seen): void {
            $seen[] = 'before';
        });
        $suspension->resume('resumed');
        $loop->queue(function () use (&$seen): void {
            $seen[] = 'after';
        });
    });
    $seen[] = $suspension->suspend();
});
$loop->run();
check($seen === ['before', 'resumed', 'after'], 'the order of microtasks: ' . implode(', ', $seen));

// The main flow and a coroutine suspend; whoever is there runs the loop, and what ends it is told there.
$loop = new Driver();
$other = Async\spawn(function () use ($loop): string {
    $suspension = $loop->getSuspension();
    $loop->delay(0.02, fn () => $suspension->resume('the coroutine'));
    return $suspension->suspend();
});
$suspension = $loop->getSuspension();
$loop->delay(0.01, function () use ($suspension): void {
    $suspension->throw(new DomainException('the main flow'));
});
try {
    $suspension->suspend();
    check(false, 'throw() throws in suspend()');
} catch (DomainException $error) {
    check($error->getMessage() === 'the main flow', 'the error');
}
check(Async\await($other) === 'the coroutine', 'the other goes on without the first');

// An error in a callback ends run(), or is for the handler. The loop can be run again.
$loop = new Driver();
$loop->defer(function (): void {
    usleep(1000);
    throw new DomainException('of a callback that waited');
});
try {
    $loop->run();
    check(false, 'run() throws');
} catch (Revolt\EventLoop\UncaughtThrowable $error) {
    check($error->getPrevious() instanceof DomainException, 'with the cause');
}
$errors = [];
$loop->setErrorHandler(function (Throwable $error) use (&$errors): void {
    $errors[] = $error->getMessage();
});
$loop->defer(fn () => throw new DomainException('handled'));
$loop->run();
check($errors === ['handled'], 'the handler gets it');

// A callback's transaction is its own, though it leaves it open.
if (extension_loaded('pdo_sqlite')) {
    $file = tempnam(sys_get_temp_dir(), 'cenote');
    $pdo = new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true]);
    $loop = new Driver();
    $loop->defer(function () use ($pdo): void {
        $pdo->beginTransaction();
    });
    $loop->defer(function () use ($pdo): void {
        check(!$pdo->inTransaction(), 'nor is the next callback, though the first has not waited');
        $pdo->beginTransaction();
        usleep(1000);
    });
    $loop->delay(0.05, function () use ($pdo): void {
        check(!$pdo->inTransaction(), 'no other callback is in it');
    });
    $loop->run();
    unlink($file);
}

// More streams than select() could watch, of which nobody but those that are ready costs anything.
if (function_exists('posix_setrlimit') && posix_setrlimit(POSIX_RLIMIT_NOFILE, 3000, posix_getrlimit()['hard openfiles'])) {
    $loop = new Driver();
    $pairs = array_map(pair(...), range(1, 1200));
    $read = 0;
    foreach ($pairs as [$here]) {
        $loop->onReadable($here, function (string $id, mixed $stream) use (&$read, $loop): void {
            $read += strlen(fread($stream, 10));
            $loop->cancel($id);
        });
    }
    $loop->defer(fn () => array_map(fn (array $pair) => fwrite($pair[1], 'x'), $pairs) ? null : null);
    $loop->run();
    check($read === 1200, "all streams are read: $read");
}

// A signal.
$loop = new Driver();
$arrived = 0;
$id = $loop->onSignal(SIGUSR1, function (string $id) use (&$arrived, $loop): void {
    ++$arrived < 3 ? posix_kill(getmypid(), SIGUSR1) : $loop->cancel($id);
});
$loop->delay(0.01, fn () => posix_kill(getmypid(), SIGUSR1) ? null : null);
$loop->run();
check($arrived === 3, "each arrival is told: $arrived");
echo "ok\n";
