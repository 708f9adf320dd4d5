<?php
// Whether a sleep in a coroutine lets another one run.
declare(strict_types=1);

$ran = false;
$sleeper = Async\spawn(function () use (&$ran): void {
    Async\spawn(function () use (&$ran): void {
        $ran = true;
    });
    usleep(1000);
    echo $ran ? "another one ran\n" : "nobody ran\n";
});
Async\await($sleeper);
