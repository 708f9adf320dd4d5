<?php
// What /order does in the servers of the tests.

declare(strict_types=1);

/**
 * Takes an order down in a transaction within which there is another one, unless the client has gone. Each commit is noted in a file before it
 * begins, with the time before it was looked whether the client is there.
 *
 * @param Closure(): bool $isThere
 */
function take_order(PDO $pdo, int $client, Closure $isThere): bool
{
    $pdo->beginTransaction();
    try {
        $pdo->prepare('INSERT INTO orders (client) VALUES (?)')->execute([$client]);
        $pdo->exec('SAVEPOINT line');
        $pdo->prepare('INSERT INTO order_lines (client) VALUES (?)')->execute([$client]);
        $pdo->query('SELECT pg_sleep(0.01)')->fetchAll();
        if ($client % 2) {
            $pdo->exec('ROLLBACK TO SAVEPOINT line');
            $pdo->prepare('INSERT INTO order_lines (client) VALUES (?)')->execute([$client]);
        }
        $pdo->exec('RELEASE SAVEPOINT line');
        $pdo->exec('UPDATE order_count SET orders = orders + 1');
        $now = hrtime(true);
        if (!$isThere()) {
            $pdo->rollBack();
            return false;
        }
        Async\protect(function () use ($pdo, $client, $now): void {
            file_put_contents(getenv('FOLDER') . '/commits', "$client $now\n", FILE_APPEND);
            $pdo->commit();
        });
        return true;
    } catch (Throwable $error) {
        $pdo->inTransaction() && $pdo->rollBack();
        throw $error;
    }
}
