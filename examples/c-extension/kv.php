<?php
// A hundred coroutines use one Kv\Client; its C pool gives each a connection of its own, twenty at most.
// Run by `make test` beside a Redis server: CENOTE_KV=tcp://host:port php examples/c-extension/kv.php

declare(strict_types=1);

$client = new Kv\Client(getenv('CENOTE_KV') ?: 'tcp://127.0.0.1:6379', max: 20);

$wrong = 0;
$coroutines = [];
for ($i = 0; $i < 100; $i++) {
    $coroutines[] = Async\spawn(function () use ($client, $i, &$wrong): void {
        $client->set("cenote:$i", "value $i");
        Async\suspend(); // the connection stays this coroutine's own
        if ($client->get("cenote:$i") !== "value $i") {
            $wrong++;
        }
    });
}
array_map(Async\await(...), $coroutines);

$stats = $client->pool()->stats();
printf("100 coroutines, %d connections, %d wrong answers, %d still out\n", $stats['created'], $wrong, $stats['active']);

// A hundred answers that take the server 50 ms each, over twenty connections: about 250 ms.
$start = hrtime(true);
$coroutines = array_map(
    fn (int $i) => Async\spawn(fn () => $client->call('BLPOP', "cenote:nothing:$i", '0.05')),
    range(1, 100),
);
array_map(Async\await(...), $coroutines);
fprintf(STDERR, "100 x 50 ms over 20 connections: %d ms\n", (hrtime(true) - $start) / 1e6);
exit($wrong === 0 && $stats['created'] <= 20 && $stats['active'] === 0 ? 0 : 1);
