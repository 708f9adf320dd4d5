<?php
// Our loop and coroutine classes for Workerman, without a Worker.

declare(strict_types=1);

use Cenote\EventLoop\Peer;
use Cenote\Workerman\Barrier;
use Cenote\Workerman\Channel;
use Cenote\Workerman\ClientLeft;
use Cenote\Workerman\Context;
use Cenote\Workerman\Coroutine;
use Cenote\Workerman\EventLoop;
use Cenote\Workerman\HangUps;
use Cenote\Workerman\WaitGroup;
use Workerman\Connection\TcpConnection;

require __DIR__ . '/boot.php';
or_stand_in('Workerman\Events\EventInterface', 'workerman');

/** Runs it in a loop of its own; what it throws is thrown here. */
function in_loop(Closure $work): void
{
    $loop = new EventLoop();
    $error = null;
    $loop->setErrorHandler(function (Throwable $thrown) use (&$error, $loop): void {
        $error = $thrown;
        $loop->stop();
    });
    $loop->delay(0, function () use ($work, $loop): void {
        $work($loop);
        $loop->stop();
    });
    $loop->run();
    $error === null or throw $error;
}

check(!EventLoop::isInCoroutine() && !Coroutine::isCoroutine(), 'outside of the loop is no coroutine');

// Each event is a coroutine of its own, and those of one stream do not wait for each other.
in_loop(function (EventLoop $loop): void {
    [$here, $there] = pair();
    $begun = $seen = [];
    $loop->onReadable($here, function (mixed $stream) use (&$begun, &$seen): void {
        check(Coroutine::isCoroutine(), 'an event is handled in a coroutine');
        $word = fread($stream, 3);
        Context::has('word') and throw new RuntimeException('the context is another one');
        Context::set('word', $word);
        $begun[] = $word;
        until(function () use ($word, &$seen): bool {
            return $word === 'two' || $seen === ['two'];
        });
        $seen[] = Context::get('word');
    });
    fwrite($there, 'one');
    until(function () use (&$begun): bool {
        return $begun === ['one'];
    });
    fwrite($there, 'two');
    until(function () use (&$seen): bool {
        return count($seen) === 2;
    });
    check($seen === ['two', 'one'], 'the second ends first: ' . implode(', ', $seen));
    check($loop->offReadable($here) && !$loop->offReadable($here), 'off tells whether it was on');
});

// Timers.
in_loop(function (EventLoop $loop): void {
    $seen = [];
    $repeated = $loop->repeat(0.01, function (string $what) use (&$seen): void {
        $seen[] = $what;
    }, ['tick']);
    $loop->delay(0.025, function () use (&$seen): void {
        $seen[] = 'once';
    });
    $never = $loop->delay(0.02, fn () => check(false, 'a deleted timer is not called'));
    check($loop->offDelay($never) && !$loop->offDelay($never), 'deleted once');
    until(function () use (&$seen): bool {
        return in_array('once', $seen, true) && count($seen) > 4;
    });
    check($loop->getTimerCount() === 1 && $loop->offRepeat($repeated) && $loop->getTimerCount() === 0, 'the count');
});

// Coroutines: create, suspend, resume, defer, nested.
in_loop(function (): void {
    $seen = [];
    $coroutine = Coroutine::create(function (string $word) use (&$seen): void {
        Coroutine::defer(function () use (&$seen): void {
            $seen[] = 'deferred first';
        });
        Coroutine::defer(function () use (&$seen): void {
            $seen[] = 'deferred last';
        });
        $seen[] = $word;
        $seen[] = Coroutine::suspend();
        Coroutine::create(function () use (&$seen): void {
            Coroutine::create(function () use (&$seen): void {
                $seen[] = 'innermost';
            });
            $seen[] = 'inner';
        });
    }, 'begins');
    $seen[] = 'suspended';
    $coroutine->resume('resumed');
    usleep(1000);
    $expected = ['begins', 'suspended', 'resumed', 'innermost', 'inner', 'deferred last', 'deferred first'];
    check($seen === $expected, implode(', ', $seen));
});

// A channel: fairness by order, timeouts, closing.
in_loop(function (): void {
    $channel = new Channel(1);
    check($channel->push(1) && !$channel->push(2, 0.01) && $channel->length() === 1, 'a full channel refuses in time');
    $pushed = null;
    Coroutine::create(function () use ($channel, &$pushed): void {
        $pushed = $channel->push('waited');
    });
    check($channel->hasProducers() && $channel->pop() === 1 && $pushed === true, 'who waits goes on at once');
    check($channel->pop() === 'waited' && $channel->pop(0.01) === false, 'an empty channel gives false in time');
    $popped = [];
    foreach (['first', 'second'] as $who) {
        Coroutine::create(function () use ($channel, $who, &$popped): void {
            $popped[$who] = $channel->pop();
        });
    }
    $channel->push('a');
    $channel->push('b');
    check($popped === ['first' => 'a', 'second' => 'b'], 'in order: ' . json_encode($popped));
    Coroutine::create(function () use ($channel, &$popped): void {
        $popped['third'] = $channel->pop();
    });
    $channel->close();
    usleep(1000);
    check($popped['third'] === false && $channel->push('late') === false, 'closed');
});

// WaitGroup and Barrier.
in_loop(function (): void {
    $group = new WaitGroup();
    $barrier = Barrier::create();
    $ended = 0;
    $isOpen = false;
    foreach (range(1, 3) as $number) {
        $group->add();
        Coroutine::create(function () use ($group, $barrier, &$isOpen, &$ended): void {
            until(function () use (&$isOpen): bool {
                return $isOpen;
            });
            $ended++;
            $group->done();
        });
    }
    check($group->wait(0.005) === false && $ended === 0, 'the group gives false in time');
    $isOpen = true;
    check($group->wait() && $ended === 3 && $group->count() === 0, 'the group');
    Barrier::wait($barrier);
    check($barrier === null, 'the barrier');
});
// A client that hangs up: its handlers are cancelled where they wait, not the one that has closed the connection; a commit that has begun ends.
in_loop(function (EventLoop $loop): void {
    [$here, $there] = pair();
    $connection = new TcpConnection($loop, $here);
    $seen = [];
    $connection->onClose = function () use (&$seen): void {
        $seen[] = 'closed';
    };
    $transaction = new class ($seen) {
        public function __construct(private array &$seen)
        {
        }

        public function commit(): void
        {
            $this->seen[] = 'commit begins';
            Async\delay(5);
            $this->seen[] = 'commit ends';
        }
    };
    $handle = HangUps::cancelling(function (TcpConnection $connection, string $message) use (&$seen, $transaction): void {
        try {
            match ($message) {
                'waits' => Async\delay(10_000),
                'commits' => HangUps::commit($connection, $transaction),
                'closes' => [Async\delay(2), ($connection->onClose)($connection)],
            };
            Async\delay(1);
            $seen[] = "$message: goes on";
        } catch (ClientLeft) {
            $seen[] = "$message: cancelled";
            throw new ClientLeft();
        }
    });
    $handlers = array_map(fn (string $message) => Async\spawn($handle, $connection, $message), ['waits', 'commits', 'closes']);
    Async\await_all_or_fail($handlers);
    sort($seen);
    check($seen === ['closed', 'closes: goes on', 'commit begins', 'commit ends', 'commits: cancelled', 'waits: cancelled'], implode(', ', $seen));

    // A connection that is kept, with handlers that have ended: who called them is not cancelled.
    $connection = new TcpConnection($loop, $here);
    $handle = HangUps::cancelling(fn () => Async\delay(1));
    $caller = Async\spawn(function () use ($handle, $connection): string {
        $handle($connection, 'first');
        $first = $connection->onClose;
        $handle($connection, 'second');
        check($connection->onClose === $first, 'it is listened to once');
        Async\delay(10);
        return 'went on';
    });
    Async\delay(5);
    ($connection->onClose)($connection);
    check(Async\await($caller) === 'went on', 'the caller goes on');

    // Before the loop knows: the kernel is asked. What it has sent before is read first.
    $seen = [];
    check(!HangUps::hasLeft($connection), 'it is there, and silent');
    fwrite($there, 'x');
    fclose($there);
    check(!HangUps::hasLeft($connection), 'it has sent something');
    fread($here, 10);
    check(HangUps::hasLeft($connection), 'it has left');
    try {
        HangUps::commit($connection, $transaction);
        check(false, 'it throws');
    } catch (ClientLeft) {
        check($seen === [], 'no commit has begun');
    }
});

// However it leaves, the first question tells: by an end, by the end of its sending side alone, or by a reset.
foreach (['end', 'sends nothing more', 'reset'] as $how) {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $there = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
    $here = stream_socket_accept($server);
    stream_set_blocking($here, false);
    check(!Peer::hasHungUp($here), "$how: it is there");
    match ($how) {
        'end' => fclose($there),
        'sends nothing more' => stream_socket_shutdown($there, STREAM_SHUT_WR),
        // Who closes with something unread resets.
        'reset' => [fwrite($here, 'unread'), stream_socket_recvfrom($there, 1, STREAM_PEEK), fclose($there)],
    };
    $ready = [$here];
    $none = null;
    stream_select($ready, $none, $none, 10);
    check(Peer::hasHungUp($here), "$how: it has left");
}
echo "ok\n";
