<?php
// SPEC 51.3: each place begins to listen for the same signal and ends it again, over and over: while one listens, whoever else has just ended, the
// process catches it, which it would be ended by. SPEC 51.5: that holds in no child of a thread on which nobody listens.
declare(strict_types=1);

use Async\Signal;
use function Async\{await, delay, signal, spawn};

[, $place] = $argv;
if ($place < 2) {
    // One listens for another signal all the time, and one forks meanwhile.
    $listens = $place < 1 ? signal(Signal::SIGUSR1) : null;
    spawn(fn () => delay(1));
    delay(50);
    for ($child = 1; $place > 0 && $child < 10; $child++) {
        if (pcntl_fork() === 0) {
            posix_kill(posix_getpid(), SIGUSR1);
            posix_kill(posix_getpid(), SIGKILL);
        }
        pcntl_wait($status);
        if (pcntl_wtermsig($status) !== SIGUSR1) {
            exit('a child goes on for who has stayed in the parent');
        }
        delay(5);
    }
    delay(50);
    exit('ok');
}

$uncaught = await(spawn(function (): int {
    $uncaught = 0;
    foreach (range(1, 2000) as $turn) {
        $listens = signal(Signal::SIGUSR2);
        preg_match('/^SigCgt:\s*([0-9a-f]+)$/m', file_get_contents('/proc/self/status'), $caught);
        $uncaught += (hexdec(substr($caught[1], -8)) >> (SIGUSR2 - 1) & 1) === 0;
        unset($listens);
    }
    return $uncaught;
}));
echo $uncaught === 0 ? 'ok' : "$uncaught times nobody would have seen it";
