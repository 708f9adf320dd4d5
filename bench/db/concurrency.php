<?php
// 100 coroutines, each with one 50 ms wait on the server's side, over 20 connections that are open before the clock
// starts: how long it takes for each client, and for a blocking loop beside it. The ideal is 250 ms.
//   scripts/servers/run.sh scripts/php.sh bench/db/concurrency.php [CLIENT …]

declare(strict_types=1);

require __DIR__ . '/../../crates/cenote-php/tests/wait/clients.inc';

const COROUTINES = 100;
const CONNECTIONS = 20;
const WAIT_MS = 50;
const IDEAL_MS = COROUTINES / CONNECTIONS * WAIT_MS;

/** @return float milliseconds */
function concurrent(array $waits): float
{
    $free = new Async\Channel(count($waits));
    array_map($free->send(...), $waits);
    $begin = hrtime(true);
    $tasks = [];
    for ($i = 0; $i < COROUTINES; $i++) {
        $tasks[] = Async\spawn(function () use ($free): void {
            $wait = $free->recv();
            $wait(WAIT_MS);
            $free->send($wait);
        });
    }
    Async\await_all_or_fail($tasks);
    return (hrtime(true) - $begin) / 1e6;
}

function blocking(Closure $wait): float
{
    $begin = hrtime(true);
    for ($i = 0; $i < 10; $i++) {
        $wait(WAIT_MS);
    }
    return (hrtime(true) - $begin) / 1e6 * COROUTINES / 10;
}

$slow = 0;
printf("%-28s %12s %12s %8s\n", 'client', 'concurrent', 'blocking', 'x ideal');
foreach (array_slice($argv, 1) ?: array_keys(clients()) as $name) {
    $connect = clients()[$name];
    $blocking = blocking($connect());
    $runs = [];
    for ($run = 0; $run < 5; $run++) {
        $waits = array_map(fn (): Closure => $connect(), range(1, CONNECTIONS));
        array_map(fn (Closure $wait): mixed => $wait(1), $waits); // what a server does once per connection
        $runs[] = concurrent($waits);
    }
    sort($runs);
    $ratio = $runs[2] / IDEAL_MS;
    printf("%-28s %9.0f ms %9.0f ms %8.2f\n", $name, $runs[2], $blocking, $ratio);
    $slow += (int) ($ratio > 1.1);
}
exit($slow ? 1 : 0);
