<?php
// Tasks of groups and of one set that lives as long as the program, with keys of all kinds, values and errors.
use Async\{CompositeException, TaskGroup, TaskSet};
use function Async\{await, spawn, suspend};

$long = new TaskSet(concurrency: 2, queueLimit: 0);
$release = new Async\Channel();
$long->spawn(fn () => $release->recv()); // an early one that runs to the end
for ($round = 0; $round < $argv[1]; $round++) {
    $group = new TaskGroup(concurrency: 2, queueLimit: 0);
    foreach ([$group, $long] as $tasks) {
        for ($i = 0; $i < 5; $i++) {
            $tasks->spawn(function () use ($i): string {
                suspend();
                return "value $i";
            });
        }
        $tasks->spawnWithKey("named $round", fn (string $given): string => $given . $given, "given $round");
        $tasks->spawnWithKey(-1 - $round, fn () => throw new Exception("error $round"));
    }
    try {
        await($group->all());
    } catch (CompositeException) {
    }
    for ($left = 7; $left > 0; $left--) {
        try {
            await($long->joinNext());
        } catch (Exception) {
        }
    }
    $cancelled = new TaskGroup(concurrency: 1, queueLimit: 0);
    for ($i = 0; $i < 3; $i++) {
        $cancelled->spawn(fn () => suspend(), "argument $i");
    }
    suspend();
    $cancelled->cancel();
    $cancelled->awaitCompletion();
}
$release->send(null);
$long->close();
$long->awaitCompletion();
