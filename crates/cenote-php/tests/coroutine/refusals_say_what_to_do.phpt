--TEST--
SPEC 30.2, 30.3: a channel that is closed, an await that ends early, a coroutine that awaits itself: each text says the state and what follows
--FILE--
<?php
require __DIR__ . '/helpers.inc';

use Async\{Channel, Future, FutureState};

function said(Closure $job): void
{
    try {
        $job();
        echo "nothing\n";
    } catch (Throwable $refusal) {
        echo get_class($refusal), ': ', $refusal->getMessage(), "\n";
    }
}

$channel = new Channel(1);
$channel->send(1);
$channel->close();
said(fn () => $channel->send(2));
$channel->recv();
said(fn () => $channel->recv());
said(fn () => $channel->__construct(1));

$never = new Future($state = new FutureState());
said(fn () => Async\await($never, Async\timeout(1)));
$token = new Future($ended = new FutureState());
$ended->complete(null);
said(fn () => Async\await($never, $token));
said(fn () => Async\await(Async\timeout(1)));
said(fn () => $never->__construct($state));
said(fn () => Async\await(Async\spawn(fn () => Async\await(Async\current_coroutine()))));
said(fn () => Async\await_all(['a' => 1]));
said(fn () => new Async\Coroutine());
said(fn () => new Async\Timeout());
said(fn () => Async\delay(-1));
echo "done\n";
--EXPECT--
Async\AsyncException: Channel is closed: the value was not sent, and nothing can be sent any more
Async\AsyncException: Channel is closed and empty: everything that was sent has been received
Error: Async\Channel::__construct() can be called only once: make a new channel instead
Async\OperationCanceledException: The waiting was ended by its timeout of 1 ms; what was awaited runs on
Async\OperationCanceledException: The waiting was ended by its cancellation token; what was awaited runs on
Async\AsyncException: Timeout of 1 ms has expired
Error: Async\Future::__construct() can be called only once: make a new future instead
Error: A coroutine cannot await itself: it would wait for its own end
TypeError: Async\await_all(): Argument #1 ($xs) must contain only Async\Completable objects, int given at key "a"
Error: Cannot directly construct Async\Coroutine: use Async\spawn()
Error: Cannot directly construct Async\Timeout: use Async\timeout()
ValueError: Async\delay(): Argument #1 ($ms) must be >= 0
done
