<?php
// The cases of instructions.php on Swoole, as they are written there: a pool is a channel of resources, what somebody awaits is a channel
// of one value. php swoole.php CASE OPERATIONS does so many operations.

declare(strict_types=1);

use Swoole\Coroutine;
use Swoole\Coroutine\Channel;

const BATCH = 1_000;
const MANY = 64;
const DEPTH = 20;

[, $case, $operations] = $argv;
$operations = (int) $operations;
Coroutine::set(['max_coroutine' => 1_000_000, 'hook_flags' => 0]);

$pool = function (int $max, ?Closure $make = null): Channel {
    $idle = new Channel($max);
    for ($i = 0; $i < $max; $i++) {
        $idle->push($make ? $make() : new stdClass);
    }
    return $idle;
};
// Who lets others run stands here; the main coroutine resumes them by turns. It is cheaper than Event::defer().
$queue = new SplQueue;
/** @param Closure(): void $body each of the coroutines runs it */
$run_many = function (Closure $body) use ($queue): void {
    for ($i = 0; $i < MANY; $i++) {
        Coroutine::create($body);
    }
    while (!$queue->isEmpty()) {
        Coroutine::resume($queue->dequeue());
    }
};
/** Lets the others run once. */
$suspend = function () use ($queue): void {
    $queue->enqueue(Coroutine::getCid());
    Coroutine::yield();
};
$take_turns = function (Channel $pool, int $operations): void {
    for ($i = 0; $i < $operations; $i++) {
        $resource = $pool->pop();
        $pool->push($resource);
    }
};
/** Waits at the end of so many calls. */
function go_down(int $calls, Channel $gate): mixed
{
    return $calls > 1 ? go_down($calls - 1, $gate) : $gate->pop();
}

$cases = [
    'acquire' => fn () => $take_turns($pool(8), $operations),
    'contended' => function () use ($pool, $run_many, $suspend, $operations): void {
        $pool = $pool(8);
        $run_many(function () use ($pool, $suspend, $operations): void {
            for ($i = 0; $i < $operations; $i += MANY) {
                $resource = $pool->pop();
                $suspend();
                $pool->push($resource);
            }
        });
    },
    'spawn_await' => function () use ($operations): void {
        $ended = new Channel(1);
        $body = function () use ($ended): void {
            $ended->push(1);
        };
        for ($i = 0; $i < $operations; $i++) {
            Coroutine::create($body);
            $ended->pop();
        }
    },
    'spawn_many' => function () use ($operations): void {
        for ($i = 0; $i < $operations; $i += BATCH) {
            $ended = new Channel(BATCH);
            for ($n = 0; $n < BATCH; $n++) {
                Coroutine::create(fn () => $ended->push(1));
            }
            for ($n = 0; $n < BATCH; $n++) {
                $ended->pop();
            }
        }
    },
    'suspend' => fn () => $run_many(function () use ($queue, $operations): void {
        $me = Coroutine::getCid();
        for ($i = 0; $i < $operations; $i += MANY) {
            $queue->enqueue($me);
            Coroutine::yield();
        }
    }),
    'channel_one' => fn () => $take_turns($pool(1), $operations),
    'channel_two' => function () use ($operations): void {
        $channel = new Channel(1);
        Coroutine::create(function () use ($channel, $operations): void {
            for ($i = 0; $i < $operations; $i++) {
                $channel->pop();
            }
        });
        for ($i = 0; $i < $operations; $i++) {
            $channel->push($i);
        }
    },
    'future' => function () use ($operations): void {
        for ($i = 0; $i < $operations; $i++) {
            $future = new Channel(1);
            Coroutine::create(fn () => $future->push(1));
            $future->pop();
        }
    },
    'pooled_exec' => function () use ($pool, $operations): void {
        $file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-swoole.db';
        (new PDO("sqlite:$file"))->exec('CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)');
        $pool = $pool(10, fn (): PDO => new PDO("sqlite:$file"));
        for ($i = 0; $i < $operations; $i++) {
            $pdo = $pool->pop();
            $pdo->exec('DELETE FROM item WHERE id = -1');
            $pool->push($pdo);
        }
        unlink($file);
    },
    'memory' => fn () => parked(1, $operations),
    'memory_deep' => fn () => parked(DEPTH, $operations),
];

/** Prints what each of so many parked coroutines takes: resident memory and PHP's heap, in bytes. */
function parked(int $depth, int $operations): void
{
    $used = function (): array {
        preg_match('/^VmRSS:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $match);
        return [1024 * (int) $match[1], memory_get_usage()];
    };
    $gate = new Channel(1);
    $before = $used();
    for ($i = 0; $i < $operations; $i++) {
        Coroutine::create(go_down(...), $depth, $gate);
    }
    $after = $used();
    echo intdiv($after[0] - $before[0], $operations), ' ', intdiv($after[1] - $before[1], $operations), "\n";
    $gate->close();
}

Coroutine\run($cases[$case]);
