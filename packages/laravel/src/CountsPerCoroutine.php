<?php

declare(strict_types=1);

namespace Cenote\Laravel;

use Cenote\CoroutineLocal\Once;
use Cenote\CoroutineLocal\Properties;
use Closure;
use Illuminate\Database\Connection;

/**
 * What a connection of Laravel keeps of the work in progress belongs to the coroutine that does it: how many transactions are
 * open, whether records were modified, whether it only pretends.
 */
trait CountsPerCoroutine
{
    use Properties;

    private Once $connecting;
    private Once $connectingToRead;

    public function __construct(mixed $pdo, string $database = '', string $tablePrefix = '', array $config = [])
    {
        $this->connecting = new Once();
        $this->connectingToRead = new Once();
        parent::__construct($pdo, $database, $tablePrefix, $config);
        $this->makeCoroutineLocal(Connection::class, [
            'transactions' => fn (): int => 0,
            'recordsModified' => fn (): bool => false,
            'pretending' => fn (): bool => false,
        ]);
    }

    /** Laravel makes its PDO at the first use, and runs SQL on it, which waits; whoever comes meanwhile must not make a second one. */
    public function getPdo()
    {
        while ($this->pdo instanceof Closure) {
            $this->connecting->run(fn () => parent::getPdo());
        }
        return parent::getPdo();
    }

    /** The same for the servers that only read. */
    public function getReadPdo()
    {
        while ($this->readPdo instanceof Closure && !$this->readsWhereItWrites()) {
            $this->connectingToRead->run(function (): void {
                if ($this->readPdo instanceof Closure) {
                    $this->readPdo = ($this->readPdo)();
                }
            });
        }
        return parent::getReadPdo();
    }

    /** Whether Laravel takes the other PDO object at this moment. */
    private function readsWhereItWrites(): bool
    {
        return $this->transactions > 0
            || ($this->readOnWriteConnection ?? false)
            || $this->recordsModified && $this->getConfig('sticky');
    }

    /**
     * A pooled PDO replaces lost connections by itself, one by one; a new object would be a second pool beside the one that
     * other coroutines use.
     */
    public function reconnect()
    {
        if (!$this->pdo instanceof \PDO || $this->pdo->getPool() === null) {
            return parent::reconnect();
        }
    }
}
