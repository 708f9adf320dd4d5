<?php

declare(strict_types=1);

namespace Live;

use PDO;
use RuntimeException;

final class SqliteConnection extends Connection
{
    private ?PDO $pdo;
    private readonly int $inode;

    public function __construct(private readonly string $file)
    {
        // A file that is not there is not made.
        $this->pdo = new PDO("sqlite:file:$file?mode=rw");
        $this->pdo->exec('PRAGMA synchronous = OFF');
        $this->pdo->query('SELECT n FROM visit')->fetchAll();
        $this->inode = fileinode($file);
    }

    public function process(): ?int
    {
        return null;
    }

    public function ping(): void
    {
        $this->pdo()->query('SELECT n FROM visit')->fetchAll();
        clearstatcache(true, $this->file);
        if (@fileinode($this->file) !== $this->inode) {
            throw new RuntimeException('The database file is not there any more');
        }
    }

    public function work(int $ms): void
    {
        $this->pdo()->beginTransaction();
        $this->pdo()->query('SELECT n FROM visit')->fetchAll();
        $this->pdo()->commit();
        \Async\delay($ms);
        $this->pdo()->exec('UPDATE visit SET n = n + 1');
    }

    public function clean(): void
    {
        if ($this->pdo()->inTransaction()) {
            $this->pdo()->rollBack();
        }
    }

    public function close(): void
    {
        $this->pdo = null;
    }

    private function pdo(): PDO
    {
        return $this->pdo ?? throw new RuntimeException('The connection was killed');
    }
}
