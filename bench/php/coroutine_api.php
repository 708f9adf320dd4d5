<?php
// What one operation of the coroutine API costs: php coroutine_api.php CASE OPERATIONS prints CPU nanoseconds for each; "memory" bytes of a
// parked coroutine. scripts/bench/coroutines.sh runs the cases and compares them.

declare(strict_types=1);

use Async\{Channel, Future, FutureState, Scope, TaskGroup};
use function Async\{await, await_all_or_fail, spawn, suspend};

const BATCH = 100;
const TASKS = 1_000;
const CONCURRENCY = 10;

/** CPU time of this process so far, in nanoseconds. */
function cpu_time(): float
{
    $usage = getrusage();
    return 1e9 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + 1e3 * ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
}

$body = fn (): int => 1;
$task = function (): int {
    suspend();
    return 1;
};

$cases = [
    'spawn_await' => function (int $operations) use ($body): void {
        for ($i = 0; $i < $operations; $i++) {
            await(spawn($body));
        }
    },
    'spawn_alone' => function (int $operations) use ($body): void {
        for ($i = 0; $i < $operations; $i += BATCH) {
            for ($n = 0; $n < BATCH; $n++) {
                spawn($body);
            }
            suspend();
        }
    },
    'scope' => function (int $operations) use ($body): void {
        $never = new Future(new FutureState());
        for ($i = 0; $i < $operations; $i += BATCH) {
            $scope = new Scope();
            for ($n = 0; $n < BATCH; $n++) {
                $scope->spawn($body);
            }
            $scope->awaitCompletion($never);
        }
        $never->ignore();
    },
    'suspend' => function (int $operations): void {
        $half = function () use ($operations): void {
            for ($i = 0; $i < $operations; $i += 2) {
                suspend();
            }
        };
        await_all_or_fail([spawn($half), spawn($half)]);
    },
    'channel' => function (int $operations): void {
        $channel = new Channel();
        $receiver = spawn(function () use ($channel, $operations): void {
            for ($i = 0; $i < $operations; $i++) {
                $channel->recv();
            }
        });
        for ($i = 0; $i < $operations; $i++) {
            $channel->send($i);
        }
        await($receiver);
    },
    'group' => function (int $operations) use ($task): void {
        for ($i = 0; $i < $operations; $i += TASKS) {
            $group = new TaskGroup(concurrency: CONCURRENCY, queueLimit: 0);
            for ($n = 0; $n < TASKS; $n++) {
                $group->spawn($task);
            }
            await($group->all());
        }
    },
    // The same with a channel that holds the permits.
    'group_by_hand' => function (int $operations) use ($task): void {
        for ($i = 0; $i < $operations; $i += TASKS) {
            $permits = new Channel(CONCURRENCY);
            $results = $running = [];
            for ($n = 0; $n < TASKS; $n++) {
                $permits->send(true);
                $running[$n] = spawn(function () use ($n, $task, $permits, &$results): void {
                    $results[$n] = $task();
                    $permits->recv();
                });
            }
            await_all_or_fail($running);
        }
    },
];

[, $case, $operations] = $argv;
$operations = (int) $operations;
if ($case === 'memory') {
    $resident = fn (): int => 4096 * (int) explode(' ', file_get_contents('/proc/self/statm'))[1];
    $gate = new Channel();
    $waiting = [];
    $before = $resident();
    for ($i = 0; $i < $operations; $i++) {
        $waiting[] = spawn(fn () => $gate->recv());
    }
    suspend();
    printf("%.0f\n", ($resident() - $before) / $operations);
    for ($i = 0; $i < $operations; $i++) {
        $gate->send(null);
    }
    exit;
}
$run = $cases[$case];
$run(TASKS); // what happens once
$start = cpu_time();
$run($operations);
printf("%.1f\n", (cpu_time() - $start) / $operations);
