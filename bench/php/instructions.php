<?php
// What scripts/bench/instructions.sh counts: php instructions.php CASE OPERATIONS does so many operations of a case. A row is the difference of
// two runs, so that what happens once is no part of it; the loop, of 28 instructions, is. "memory" and "memory_deep" print what a parked coroutine
// takes: bytes of resident memory and of PHP's own heap.

declare(strict_types=1);

use Async\{Channel, Future, FutureState, Pool};
use function Async\{await, await_all_or_fail, spawn, suspend};

const BATCH = 1_000;
const MANY = 64;
const DEPTH = 20;

$pool = fn (int $max, ?Closure $hook = null): Pool =>
    new Pool(factory: fn (): stdClass => new stdClass, beforeAcquire: $hook, beforeRelease: $hook, max: $max);
$body = fn (): int => 1;
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-instructions.db';

/** Both sides of a row that compares them run the same loop. */
function database(string $file, bool $pooled): PDO
{
    $plain = new PDO("sqlite:$file");
    $plain->exec('CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)');
    return $pooled ? new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true]) : $plain;
}

/** @param Closure(): void $body each of the coroutines runs it */
function run_many(Closure $body): void
{
    $coroutines = [];
    for ($i = 0; $i < MANY; $i++) {
        $coroutines[] = spawn($body);
    }
    await_all_or_fail($coroutines);
}

$with_pdo = fn (Closure $work): array => [
    fn (int $operations) => $work(database($file, false), $operations),
    fn (int $operations) => $work(database($file, true), $operations),
];
[$exec, $pooled_exec] = $with_pdo(function (PDO $pdo, int $operations): void {
    for ($i = 0; $i < $operations; $i++) {
        $pdo->exec('DELETE FROM item WHERE id = -1');
    }
});
[$begin_commit, $pooled_begin_commit] = $with_pdo(function (PDO $pdo, int $operations): void {
    for ($i = 0; $i < $operations; $i++) {
        $pdo->beginTransaction();
        $pdo->commit();
    }
});
[$in_transaction, $pooled_in_transaction] = $with_pdo(function (PDO $pdo, int $operations): void {
    for ($i = 0; $i < $operations; $i++) {
        $pdo->inTransaction();
    }
});
[$quote, $pooled_quote] = $with_pdo(function (PDO $pdo, int $operations): void {
    for ($i = 0; $i < $operations; $i++) {
        $pdo->quote('text');
    }
});
$socket = function (int $operations): void {
    [$left, $right] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    for ($i = 0; $i < $operations; $i++) {
        fwrite($left, 'x');
        fread($right, 1);
    }
};

$cases = [
    'acquire' => function (int $operations) use ($pool): void {
        $pool = $pool(8);
        for ($i = 0; $i < $operations; $i++) {
            $resource = $pool->acquire();
            $pool->release($resource);
        }
    },
    'acquire_limited' => function (int $operations) use ($pool): void {
        $pool = $pool(8);
        for ($i = 0; $i < $operations; $i++) {
            $resource = $pool->acquire(1000);
            $pool->release($resource);
        }
    },
    'hooks' => function (int $operations) use ($pool): void {
        $pool = $pool(8, fn (stdClass $resource): bool => true);
        for ($i = 0; $i < $operations; $i++) {
            $resource = $pool->acquire();
            $pool->release($resource);
        }
    },
    'contended' => function (int $operations) use ($pool): void {
        $pool = $pool(8);
        run_many(function () use ($pool, $operations): void {
            for ($i = 0; $i < $operations; $i += MANY) {
                $resource = $pool->acquire();
                suspend();
                $pool->release($resource);
            }
        });
    },
    'spawn_await' => function (int $operations) use ($body): void {
        for ($i = 0; $i < $operations; $i++) {
            await(spawn($body));
        }
    },
    'spawn_many' => function (int $operations) use ($body): void {
        for ($i = 0; $i < $operations; $i += BATCH) {
            $coroutines = [];
            for ($n = 0; $n < BATCH; $n++) {
                $coroutines[] = spawn($body);
            }
            foreach ($coroutines as $coroutine) {
                await($coroutine);
            }
        }
    },
    'suspend' => fn (int $operations) => run_many(function () use ($operations): void {
        for ($i = 0; $i < $operations; $i += MANY) {
            suspend();
        }
    }),
    'channel_one' => function (int $operations): void {
        $channel = new Channel(1);
        for ($i = 0; $i < $operations; $i++) {
            $channel->send($i);
            $channel->recv();
        }
    },
    'channel_two' => function (int $operations): void {
        $channel = new Channel(1);
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
    'future' => function (int $operations): void {
        for ($i = 0; $i < $operations; $i++) {
            $state = new FutureState();
            $future = new Future($state);
            spawn(fn () => $state->complete(1));
            await($future);
        }
    },
    'exec' => $exec,
    'begin_commit' => $begin_commit,
    'in_transaction' => $in_transaction,
    'quote' => $quote,
    'pooled_exec' => $pooled_exec,
    'pooled_begin_commit' => $pooled_begin_commit,
    'pooled_in_transaction' => $pooled_in_transaction,
    'pooled_quote' => $pooled_quote,
    'socket' => $socket,
    'socket_after_spawn' => function (int $operations) use ($socket, $body): void {
        await(spawn($body));
        $socket($operations);
    },
    'fiber' => function (int $operations): void {
        $fiber = new Fiber(function () use ($operations): void {
            for ($i = 0; $i < $operations; $i++) {
                Fiber::suspend();
            }
        });
        for ($fiber->start(); !$fiber->isTerminated();) {
            $fiber->resume();
        }
    },
];

/** Waits at the end of so many calls. */
function go_down(int $calls, Channel $gate): mixed
{
    return $calls > 1 ? go_down($calls - 1, $gate) : $gate->recv();
}

/** @return array{int, int} resident memory and PHP's heap, in bytes */
function memory(): array
{
    preg_match('/^VmRSS:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $match);
    return [1024 * (int) $match[1], memory_get_usage()];
}

[, $case, $operations] = $argv;
$operations = (int) $operations;
if ($case === 'memory' || $case === 'memory_deep') {
    $depth = $case === 'memory' ? 1 : DEPTH;
    $gate = new Channel();
    $work = go_down(...);
    $waiting = array_fill(0, $operations, null);
    $before = memory();
    for ($i = 0; $i < $operations; $i++) {
        $waiting[$i] = spawn($work, $depth, $gate);
    }
    suspend();
    [$resident, $heap] = array_map(fn (int $after, int $before): float => ($after - $before) / $operations, memory(), $before);
    printf("%.0f %.0f\n", $resident, $heap);
    $gate->close();
    foreach ($waiting as $coroutine) {
        try {
            await($coroutine);
        } catch (Async\ChannelException) {
        }
    }
    exit;
}
try {
    $cases[$case]($operations);
} finally {
    @unlink($file);
}
