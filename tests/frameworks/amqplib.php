<?php
// 64 coroutines publish and get messages by php-amqplib over 8 connections in an Async\Pool; each gets its own messages back, in
// order, and while one waits for a message that never comes, the others run.
// waits: php-amqplib (RabbitMQ): a client in PHP, on streams | lets others run | as streams

declare(strict_types=1);

require __DIR__ . '/check.php';
require 'PhpAmqpLib/autoload.php';

use PhpAmqpLib\Channel\AMQPChannel;
use PhpAmqpLib\Connection\AMQPStreamConnection;
use PhpAmqpLib\Exception\AMQPTimeoutException;
use PhpAmqpLib\Message\AMQPMessage;

[$host, $port] = explode(':', server('rabbitmq')['address']);
$pool = new Async\Pool(
    factory: fn (): AMQPStreamConnection => new AMQPStreamConnection($host, (int) $port, 'guest', 'guest', read_write_timeout: 30, channel_rpc_timeout: 20),
    destructor: fn (AMQPStreamConnection $connection) => $connection->close(),
    beforeAcquire: fn (AMQPStreamConnection $connection): bool => $connection->isConnected(),
    max: 8,
);

/** Runs a job on a channel of its own, on a connection of the pool. */
$onChannel = function (Closure $job) use ($pool): mixed {
    $connection = $pool->acquire();
    try {
        $channel = $connection->channel();
        try {
            return $job($channel);
        } finally {
            $channel->close();
        }
    } finally {
        $pool->release($connection);
    }
};

// One waits for a message on an empty queue, and has to give up; the others come to their end meanwhile.
$ended = 0;
$waiter = Async\spawn($onChannel, function (AMQPChannel $channel) use (&$ended): int {
    [$queue] = $channel->queue_declare();
    $channel->basic_consume($queue, callback: fn () => check(false, 'nobody sends to this queue'));
    while ($ended < COROUTINES) {
        try {
            $channel->wait(null, false, 0.2);
        } catch (AMQPTimeoutException) {
        }
    }
    return $ended;
});
together(function (int $number) use ($onChannel, &$ended): void {
    for ($i = 0; $i < 5; $i++) {
        $onChannel(function (AMQPChannel $channel) use ($number, $i): void {
            $channel->queue_declare("queue $number", auto_delete: false);
            $channel->basic_publish(new AMQPMessage("$number/$i"), '', "queue $number");
            do {
                $message = $channel->basic_get("queue $number", no_ack: true);
            } while ($message === null);
            check($message->getBody() === "$number/$i", 'the message is of this coroutine, and in order');
            if ($i === 4) {
                $channel->queue_delete("queue $number");
            }
        });
    }
    $ended++;
});
check(Async\await($waiter) === COROUTINES, 'the others ran while one waited');
check($pool->count() === 8, 'eight connections, and no more');
$pool->close();
echo "ok\n";
