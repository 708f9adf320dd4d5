<?php

declare(strict_types=1);

namespace Live;

use PDO;

final class PostgresConnection extends Connection
{
    private readonly int $process;

    public function __construct(private ?PDO $pdo)
    {
        $this->process = $pdo->query('SELECT pg_backend_pid()')->fetchColumn();
    }

    public function process(): int
    {
        return $this->process;
    }

    public function ping(): void
    {
        $this->pdo->query('SELECT 1')->fetchAll();
    }

    public function work(int $ms): void
    {
        $this->pdo->query('SELECT pg_sleep(' . $ms / 1e3 . ')')->fetchAll();
    }

    public function clean(): void
    {
        $this->pdo->exec('DISCARD ALL');
    }

    public function close(): void
    {
        $this->pdo = null;
    }
}
