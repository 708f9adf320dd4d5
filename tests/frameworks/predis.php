<?php
// 64 coroutines share 8 Predis clients by Async\Pool, and each gets the answers to its own questions.
// waits: Predis: a client in PHP, on streams; 64 coroutines on 8 clients in an `Async\Pool` | lets others run | as streams

declare(strict_types=1);

require __DIR__ . '/check.php';
require 'Predis/autoload.php';

$pool = new Async\Pool(
    factory: function (): Predis\Client {
        $client = new Predis\Client(server('redis'));
        $client->connect();
        return $client;
    },
    destructor: fn (Predis\Client $client) => $client->disconnect(),
    beforeAcquire: fn (Predis\Client $client): bool => $client->isConnected(),
    max: 8,
);
together(function (int $number) use ($pool): void {
    for ($i = 0; $i < 10; $i++) {
        $client = $pool->acquire();
        try {
            $client->set("key $number", "$number/$i");
            check($client->get("key $number") === "$number/$i", 'the answer is to this question');
        } finally {
            $pool->release($client);
        }
    }
});
check($pool->count() === 8, 'eight clients, and no more');
$pool->close();
echo "ok\n";
