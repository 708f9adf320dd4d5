<?php
// SPEC 51.3: places 0 to 2 each ask for a signal of their own, which is sent to the process: it has to come to the thread that asked, and end no
// wait of another. The other places wait meanwhile.
declare(strict_types=1);

use Async\Signal;
use function Async\{await, delay, signal, spawn};

[, $place, $request] = $argv;
$wrong = [];

if ($place > 2) {
    spawn(fn () => null); // before the first coroutine waits are those of stock PHP, which any signal of the process may end
    $began = hrtime(true);
    foreach (range(1, 4) as $ignored) {
        if (usleep(20_000) === false || time_nanosleep(0, 5_000_000) !== true) {
            $wrong[] = 'a wait was ended by the signal of another thread';
        }
    }
    delay(20);
    if (hrtime(true) - $began < 120_000_000) {
        $wrong[] = 'waits ended early';
    }
} elseif ($place < 2) {
    $number = [SIGUSR1, SIGUSR2][$place];
    $seen = 0;
    pcntl_async_signals(true);
    pcntl_signal($number, function (int $signal) use (&$seen, &$wrong, $number) {
        $seen++;
        if ($signal !== $number) {
            $wrong[] = "signal $signal";
        }
        delay(1);
    });
    $sender = spawn(function () use (&$seen, &$wrong, $number) {
        foreach (range(1, 10) as $turn) {
            posix_kill(posix_getpid(), $number);
            for ($tries = 0; $seen < $turn && $tries < 400; $tries++) {
                delay(5);
            }
            if ($seen !== $turn) {
                return $wrong[] = "$seen handled of $turn";
            }
        }
    });
    await($sender);
    pcntl_signal($number, SIG_DFL);
} else {
    foreach (range(1, 5) as $turn) {
        $waited = signal(Signal::SIGHUP);
        spawn(function () {
            delay(2);
            posix_kill(posix_getpid(), SIGHUP);
        });
        $late = Async\timeout(2000);
        try {
            if (await($waited, $late) !== Signal::SIGHUP) {
                $wrong[] = 'another signal';
            }
        } catch (Throwable $error) {
            $wrong[] = "turn $turn: " . $error::class;
        }
    }
}
echo $wrong === [] ? 'ok' : implode("\n", array_unique($wrong));
