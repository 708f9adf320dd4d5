<?php
// Symfony Messenger's Doctrine transport on one pooled PDO: 64 coroutines send, 8 consume in the same process; each message arrives once, none of a
// transaction that was rolled back. On PostgreSQL with notifications as well, which consumers wait for.

declare(strict_types=1);

require __DIR__ . '/check.php';
require 'Symfony/Component/Messenger/autoload.php';
require 'Symfony/Component/Messenger/Bridge/Doctrine/autoload.php';
require 'Doctrine/DBAL/autoload.php';

use Doctrine\DBAL\Exception\RetryableException;
use Symfony\Component\Messenger\Bridge\Doctrine\Transport\Connection;
use Symfony\Component\Messenger\Bridge\Doctrine\Transport\DoctrineTransport;
use Symfony\Component\Messenger\Bridge\Doctrine\Transport\PostgreSqlConnection;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\TransportException;
use Symfony\Component\Messenger\Transport\Serialization\PhpSerializer;

final class Numbered
{
    public function __construct(public readonly int $number)
    {
    }
}

/**
 * MariaDB ends one of several consumers that wait for each other's locks, with processes as with coroutines, and has done nothing then. Symfony
 * gives up after three in a row; whoever runs its workers starts them anew.
 */
function again(Closure $step): mixed
{
    for ($tries = 0;; $tries++) {
        try {
            return $step();
        } catch (TransportException $error) {
            if (!$error->getPrevious() instanceof RetryableException || $tries === 100) {
                throw $error;
            }
        }
    }
}

$driver = $argv[1];
$database = doctrine_connection($driver, max: 12);

foreach ($driver === 'pgsql' ? [Connection::class, PostgreSqlConnection::class] : [Connection::class] as $class) {
    $database->executeStatement('DROP TABLE IF EXISTS messenger_messages');
    $options = $class === Connection::class ? [] : ['get_notify_timeout' => 100, 'check_delayed_interval' => 1000];
    $connection = fn (): Connection => new $class($options, $database);
    // What it leaves on its connection, UNLISTEN, ends with the coroutine.
    Async\await(Async\spawn(fn () => $connection()->setup()));
    $received = [];
    $isOver = false;
    $consume = function () use ($connection, &$received, &$isOver): void {
        $transport = new DoctrineTransport($connection(), new PhpSerializer());
        while (!$isOver) {
            $envelopes = again(fn () => $transport->get());
            foreach ($envelopes as $envelope) {
                $number = $envelope->getMessage()->number;
                $received[$number] = ($received[$number] ?? 0) + 1;
                usleep(random_int(0, 2000));
                again(fn () => $number % 8 === 0 ? $transport->reject($envelope) : $transport->ack($envelope));
            }
            $envelopes === [] && usleep(2000);
        }
    };
    $consumers = array_map(fn () => Async\spawn($consume), range(1, 8));
    $expected = [];
    $sender = new DoctrineTransport(new Connection([], $database), new PhpSerializer());
    together(function (int $number) use ($driver, $sender, $database, &$expected): void {
        for ($i = 0; $i < 3; $i++) {
            $message = new Numbered(100 * $i + $number);
            if ($number % 4 === 1) {
                $isKept = again(function () use ($database, $sender, $message, $i): bool {
                    $database->beginTransaction();
                    try {
                        $sender->send(new Envelope($message));
                    } catch (TransportException $error) {
                        $database->rollBack();
                        throw $error;
                    }
                    usleep(1000);
                    $i === 1 ? $database->rollBack() : $database->commit();
                    return $i !== 1;
                });
                if (!$isKept) {
                    continue;
                }
            } elseif ($driver === 'pgsql') {
                // Symfony 5.4 asks for lastInsertId() after its INSERT, which PostgreSQL's pool answers in a transaction alone.
                $database->transactional(fn () => $sender->send(new Envelope($message)));
            } else {
                again(fn () => $sender->send(new Envelope($message)));
            }
            $expected[] = $message->number;
        }
    });
    for ($i = 0; $i < 10_000 && count($received) < count($expected); $i++) {
        usleep(2000);
    }
    usleep(20_000);
    $isOver = true;
    Async\await_all_or_fail($consumers);
    sort($expected);
    ksort($received);
    check(array_keys($received) === $expected, "$class: each message: " . count($received) . ' of ' . count($expected));
    check(max($received) === 1, "$class: each once");
    check($sender->getMessageCount() === 0, "$class: nothing is left");
    unset($sender, $consumers);
    gc_collect_cycles();
    $pool = $database->getNativeConnection()->getPool();
    // LISTEN and UNLISTEN are cleaned away in the background.
    for ($i = 0; $i < 500 && $pool->activeCount() > 0; $i++) {
        usleep(2000);
    }
    check($pool->count() <= 12 && $pool->activeCount() === 0, "$class: no more connections than MAX, and all are back: {$pool->count()}, {$pool->activeCount()}");
}
$database->executeStatement('DROP TABLE messenger_messages');
echo "ok\n";
