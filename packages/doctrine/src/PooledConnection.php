<?php

declare(strict_types=1);

namespace Cenote\Doctrine;

use Doctrine\DBAL\Connection;
use Doctrine\DBAL\Driver\Connection as DriverConnection;
use ReflectionMethod;

// The same class for both, as their connect() cannot have one signature.
if ((new ReflectionMethod(Connection::class, 'connect'))->hasReturnType()) {
    /** See SharedConnection. For DBAL 4. */
    class PooledConnection extends Connection
    {
        use SharedConnection;

        protected function connect(): DriverConnection
        {
            while ($this->_conn === null) {
                $this->connecting->run(fn () => parent::connect());
            }
            return $this->_conn;
        }
    }
} else {
    /** See SharedConnection. For DBAL 3. */
    class PooledConnection extends Connection
    {
        use SharedConnection;

        public function connect()
        {
            $is_new = $this->_conn === null;
            while ($this->_conn === null) {
                $this->connecting->run(fn () => parent::connect());
            }
            return $is_new;
        }
    }
}
