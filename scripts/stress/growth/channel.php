<?php
// Values through a buffered and an unbuffered channel, and a future that completes.
use Async\{Channel, Future, FutureState};
use function Async\{await, await_all_or_fail, spawn};

for ($round = 0; $round < $argv[1]; $round++) {
    foreach ([0, 2] as $capacity) {
        $channel = new Channel($capacity);
        $sender = spawn(function () use ($channel): void {
            for ($i = 0; $i < 5; $i++) {
                $channel->send("value $i");
            }
        });
        $receiver = spawn(function () use ($channel): void {
            for ($i = 0; $i < 5; $i++) {
                $channel->recv();
            }
        });
        await_all_or_fail([$sender, $receiver]);
    }
    $state = new FutureState;
    spawn(fn () => $state->complete("result $round"));
    await(new Future($state));
}
