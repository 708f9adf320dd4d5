<?php

declare(strict_types=1);

namespace Cenote\Doctrine;

use Cenote\CoroutineLocal\Once;
use Cenote\CoroutineLocal\Properties;
use Doctrine\Common\EventManager;
use Doctrine\DBAL\Configuration;
use Doctrine\DBAL\Connection;
use Doctrine\DBAL\Driver;

/**
 * A connection that coroutines may share: how deep transactions are nested, and whether one can only be rolled back, is known
 * for each of them. For DBAL's option `wrapperClass`.
 */
class PooledConnection extends Connection
{
    use Properties;

    private Once $connecting;

    public function __construct(array $params, Driver $driver, ?Configuration $config = null, ?EventManager $eventManager = null)
    {
        $this->connecting = new Once();
        parent::__construct($params, $driver, $config, $eventManager);
        $this->makeCoroutineLocal(Connection::class, [
            'transactionNestingLevel' => fn (): int => 0,
            'isRollbackOnly' => fn (): bool => false,
        ]);
    }

    /** A driver runs SQL on a new connection, which waits; whoever comes meanwhile must not make a second one. */
    public function connect()
    {
        $is_new = $this->_conn === null;
        while ($this->_conn === null) {
            $this->connecting->run(fn () => parent::connect());
        }
        return $is_new;
    }
}
