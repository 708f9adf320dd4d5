<?php

declare(strict_types=1);

namespace Cenote\Doctrine;

use Cenote\CoroutineLocal\Once;
use Cenote\CoroutineLocal\Properties;
use Doctrine\DBAL\Connection;

/**
 * A connection that coroutines may share: how deep transactions are nested, and whether one can only be rolled back, is known
 * for each of them. For DBAL's option `wrapperClass`.
 */
trait SharedConnection
{
    use Properties;

    /** A driver runs SQL on a new connection, which waits; whoever comes meanwhile must not make a second one. */
    private Once $connecting;

    /** @param mixed ...$arguments those of Connection */
    public function __construct(mixed ...$arguments)
    {
        $this->connecting = new Once();
        parent::__construct(...$arguments);
        $this->makeCoroutineLocal(Connection::class, [
            'transactionNestingLevel' => fn (): int => 0,
            'isRollbackOnly' => fn (): bool => false,
        ]);
    }
}
