--TEST--
SPEC 16.7, 23.6: the circuit breaker of the pool object stops and starts the pooled PDO
--FILE--
<?php
use Async\CircuitBreakerState;
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database());
$pool = $pdo->getPool();
$statement = $pdo->prepare('SELECT 7');
$pool->deactivate();
say('state', $pool->getState() === CircuitBreakerState::INACTIVE);
say('a bound connection goes on', $statement->execute(), $statement->fetchColumn());
unset($statement);
$e = thrown(fn() => $pdo->query('SELECT 1'));
say('a new one is refused', get_class($e), get_class($e->getPrevious()));
$pool->recover();
say('recovering', $pool->getState()->name, value($pdo, 'SELECT 8'));
$pool->activate();
say('active', $pool->getState()->name, value($pdo, 'SELECT 9'));
echo "done\n";
--EXPECT--
state: true
a bound connection goes on: true | 7
a new one is refused: PDOException | Async\ServiceUnavailableException
recovering: RECOVERING | 8
active: ACTIVE | 9
done
