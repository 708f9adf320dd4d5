<?php
// SPEC 51.1, 51.5: what one thread does holds up no other: some compute, some block in the kernel without a way out, some fork; the timers of the
// others are on time.
declare(strict_types=1);

use function Async\{await, await_all_or_fail, delay, spawn};

[, $place, $request, $folder] = $argv;
$wrong = [];

/** Runs coroutines in a forked child, which must not go back to the program; whether all was well there. */
function fork_and_look(): bool
{
    $child = pcntl_fork();
    if ($child === 0) {
        $wait = function (int $number): int {
            usleep(1000 * $number);
            return $number;
        };
        $sum = array_sum(await_all_or_fail([spawn($wait, 1), spawn($wait, 2), spawn($wait, 3)]));
        $pdo = new PDO('sqlite:file:child?mode=memory&cache=shared', options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
        $right = $sum === 6 && (int) $pdo->query('SELECT 7')->fetchColumn() === 7;
        posix_kill(posix_getpid(), $right ? SIGKILL : SIGTERM);
    }
    pcntl_waitpid($child, $status);
    return pcntl_wifsignaled($status) && pcntl_wtermsig($status) === SIGKILL;
}

switch ($place % 4) {
    case 0: // timers
        foreach (range(1, 30) as $ignored) {
            $began = hrtime(true);
            $both = [spawn(fn () => usleep(3000)), spawn(fn () => delay(4))];
            await_all_or_fail($both);
            $took = (hrtime(true) - $began) / 1e6;
            // Two processors, shared with others; under valgrind one thread runs at a time.
            if ($took < 3.9 || $took > (getenv('LATEST_MS') ?: 250)) {
                $wrong[] = sprintf('4 ms were %.1f', $took);
            }
        }
        break;
    case 1: // computes
        for ($until = hrtime(true) + 120_000_000; hrtime(true) < $until;);
        break;
    case 2: // blocks: a lock that somebody of this process holds is waited for in the kernel
        touch($file = "$folder/lock-$place");
        $one = fopen($file, 'r');
        $other = fopen($file, 'r');
        flock($one, LOCK_EX);
        $waits = spawn(function () use ($other) {
            flock($other, LOCK_EX);
            return true;
        });
        spawn(function () use ($one) {
            delay(60);
            flock($one, LOCK_UN);
        });
        if (await($waits) !== true) {
            $wrong[] = 'no lock';
        }
        unlink($file);
        break;
    case 3: // forks
        foreach ([1, 2] as $ignored) {
            $child = spawn(fork_and_look(...));
            $meanwhile = spawn(fn () => delay(1));
            if (!await($child)) {
                $wrong[] = 'the child was wrong';
            }
            await($meanwhile);
        }
        break;
}
echo $wrong === [] ? 'ok' : implode("\n", $wrong);
