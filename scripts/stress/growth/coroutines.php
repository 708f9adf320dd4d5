<?php
// Coroutines that end in every way: by a value, by an exception, cancelled before and after their start.
use function Async\{await, delay, spawn, suspend};

for ($round = 0; $round < $argv[1]; $round++) {
    $value = spawn(fn (string $text): string => $text . '!', "round $round");
    $failing = spawn(function (): never {
        suspend();
        throw new RuntimeException('on purpose');
    });
    $parked = spawn(function (): void {
        try {
            delay(60_000);
        } finally {
            suspend();
        }
    });
    $unborn = spawn(fn () => null);
    $unborn->cancel();
    await($value);
    try {
        await($failing);
    } catch (RuntimeException) {
    }
    $parked->cancel();
    foreach ([$parked, $unborn] as $cancelled) {
        try {
            await($cancelled);
        } catch (Async\AsyncCancellation) {
        }
    }
}
