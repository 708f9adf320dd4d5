<?php
// What /order does in the servers of the tests.

declare(strict_types=1);

/**
 * Takes an order down in a transaction within which there is another one, unless the client has gone.
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
        if (!$isThere()) {
            $pdo->rollBack();
            return false;
        }
        $pdo->commit();
        return true;
    } catch (Throwable $error) {
        $pdo->inTransaction() && $pdo->rollBack();
        throw $error;
    }
}
