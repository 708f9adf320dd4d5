<?php
// What an event costs while much else waits: php scaling.php CASE IDLE EVENTS prints microseconds of CPU time per event, those of the kernel included.
// It runs on cenote, or on Swoole where that is loaded, whose coroutines are given the same names here.

declare(strict_types=1);

namespace Scaling;

[, $case, $idle, $events] = $argv;
[$idle, $events] = [(int) $idle, (int) $events];

if (\extension_loaded('swoole')) {
    function spawn(\Closure $body): void
    {
        \Swoole\Coroutine::create($body);
    }

    function delay(int $ms): void
    {
        \Swoole\Coroutine::sleep($ms / 1000);
    }

    function suspend(): void
    {
        $me = \Swoole\Coroutine::getCid();
        \Swoole\Event::defer(fn () => \Swoole\Coroutine::resume($me));
        \Swoole\Coroutine::yield();
    }

    /** A pool as one writes it there. */
    final class Pool
    {
        private \Swoole\Coroutine\Channel $idle;

        public function __construct(int $max)
        {
            $this->idle = new \Swoole\Coroutine\Channel($max);
            for ($i = 0; $i < $max; $i++) {
                $this->idle->push(new \stdClass);
            }
        }

        public function acquire(): object
        {
            return $this->idle->pop();
        }

        public function release(object $resource): void
        {
            $this->idle->push($resource);
        }
    }

    \Swoole\Coroutine::set(['max_coroutine' => 1_000_000, 'hook_flags' => SWOOLE_HOOK_UNIX | SWOOLE_HOOK_STREAM_FUNCTION]);
    $run = fn (\Closure $body) => \Swoole\Coroutine\run($body);
} else {
    function spawn(\Closure $body): void
    {
        \Async\spawn($body);
    }

    function delay(int $ms): void
    {
        \Async\delay($ms);
    }

    function suspend(): void
    {
        \Async\suspend();
    }

    final class Pool
    {
        private \Async\Pool $pool;

        public function __construct(int $max)
        {
            $this->pool = new \Async\Pool(factory: fn (): \stdClass => new \stdClass, max: $max);
        }

        public function acquire(): object
        {
            return $this->pool->acquire();
        }

        public function release(object $resource): void
        {
            $this->pool->release($resource);
        }
    }

    $run = fn (\Closure $body) => \Async\await(\Async\spawn($body));
}

function cpu(): float
{
    $used = \getrusage();
    return $used['ru_utime.tv_sec'] * 1e6 + $used['ru_utime.tv_usec'] + $used['ru_stime.tv_sec'] * 1e6 + $used['ru_stime.tv_usec'];
}

/** @return array{resource, resource} */
function pair(): array
{
    return \stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
}

/** So many coroutines that wait for a socket which stays silent. The sockets are theirs, and end them when they are closed. */
function idle_sockets(int $count): array
{
    $ours = [];
    for ($i = 0; $i < $count; $i++) {
        [$ours[], $theirs] = pair();
        spawn(function () use ($theirs): void {
            \fread($theirs, 1);
        });
    }
    delay(1);
    return $ours;
}

/** What it costs, once what happens only at the beginning is over: descriptors have moved into the kernel's set, tables have their size. */
function measured(\Closure $body, int $events): void
{
    $body((int) \ceil($events / 2));
    $before = cpu();
    $body($events);
    \printf("%.3f\n", (cpu() - $before) / $events);
}

/** The same of coroutines that do the same over and over, at an event each time. */
function measured_of_many(int $coroutines, int $events, \Closure $work): void
{
    [$done, $goes_on] = [0, true];
    for ($i = 0; $i < $coroutines; $i++) {
        spawn(function () use ($work, $i, &$done, &$goes_on): void {
            while ($goes_on) {
                $work($i);
                $done++;
            }
        });
    }
    // Until each has run several times.
    $until = function (int $count) use (&$done): void {
        while ($done < $count) {
            delay(1);
        }
    };
    $until(\max($events, 2 * $coroutines));
    [$before, $first] = [cpu(), $done];
    $until($first + $events);
    \printf("%.3f\n", (cpu() - $before) / ($done - $first));
    $goes_on = false;
}

$cases = [
    'delay' => function () use ($idle, $events): void {
        $sockets = idle_sockets($idle);
        measured(function (int $events): void {
            for ($i = 0; $i < $events; $i++) {
                delay(1);
            }
        }, $events);
        unset($sockets);
    },
    'suspend' => function () use ($idle, $events): void {
        $sockets = idle_sockets($idle);
        measured_of_many(10, $events, fn () => suspend());
        unset($sockets);
    },
    'pair' => function () use ($idle, $events): void {
        $sockets = idle_sockets($idle);
        [$here, $there] = pair();
        spawn(function () use ($there): void {
            while (($byte = \fread($there, 1)) !== '' && $byte !== false) {
                \fwrite($there, $byte);
            }
        });
        measured(function (int $events) use ($here): void {
            for ($i = 0; $i < $events; $i++) {
                \fwrite($here, 'x');
                \fread($here, 1);
            }
        }, $events);
        \fclose($here);
        unset($sockets);
    },
    'acquire' => function () use ($idle, $events): void {
        $pool = new Pool(8);
        measured_of_many($idle, $events, function () use ($pool): void {
            $resource = $pool->acquire();
            suspend();
            $pool->release($resource);
        });
    },
    'delays' => function () use ($idle, $events): void {
        measured_of_many($idle, $events, fn (int $i) => delay(1 + $i % 20));
    },
];
$run($cases[$case]);
