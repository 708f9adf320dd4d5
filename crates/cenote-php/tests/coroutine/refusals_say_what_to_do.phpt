--TEST--
SPEC 30.2, 30.3, 30.12: a channel that is closed, an await that ends early, a coroutine that awaits itself, a tick function that waits: each text says the state and what follows
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

$cancelled = Async\spawn(fn () => Async\await($never));
Async\suspend();
$cancelled->cancel();
said(fn () => Async\await($cancelled));

register_tick_function($tick = function () use ($never): void {
    said(fn () => Async\await($never));
});
declare(ticks=1) {
    $tick !== null;
}
unregister_tick_function($tick);

// An error handler finds the object in a backtrace, before its constructor is through.
set_error_handler(function () {
    said(fn () => debug_backtrace()[3]['object']->recv());
    return true;
});
new Channel(1.5);
echo "done\n";
--EXPECT--
Async\ChannelException: Channel is closed
Async\ChannelException: Channel is closed
Error: Async\Channel::__construct() can be called only once: make a new channel instead
Async\OperationCanceledException: Operation has been cancelled
Async\OperationCanceledException: Operation has been cancelled
Async\TimeoutException: Timeout occurred after 1 milliseconds
Error: Async\Future::__construct() can be called only once: make a new future instead
Error: A coroutine cannot await itself: it would wait for its own end
Async\AsyncException: Expected item to be an Async\Awaitable object
Error: Cannot directly construct Async\Coroutine: use Async\spawn()
Error: Cannot directly construct Async\Timeout: use Async\timeout()
ValueError: Async\delay(): Argument #1 ($ms) must be >= 0
Async\AsyncCancellation: Coroutine cancelled
Error: Cannot wait here: PHP forbids switching inside destructors (before 8.4) and tick functions, and in signal handlers there or before the first spawn. Do what waits outside of them, or in a coroutine spawned there
Error: Async\Channel is not initialised: its constructor was not called; make it with new
done
