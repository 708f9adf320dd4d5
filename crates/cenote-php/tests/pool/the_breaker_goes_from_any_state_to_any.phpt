--TEST--
SPEC 14.1: the state is ACTIVE first, and each method sets its state from any other
--FILE--
<?php
use Async\CircuitBreakerState;

require __DIR__ . '/helpers.inc';

$pool = (new Probe())->pool();
line($pool->getState(), $pool->getState() === CircuitBreakerState::ACTIVE);
foreach (['recover', 'recover', 'deactivate', 'deactivate', 'recover', 'activate', 'activate', 'deactivate', 'activate', 'recover'] as $method) {
    $pool->$method();
    line($method, $pool->getState());
}
$pool->close();
line($pool->getState());

finish();
--EXPECT--
ACTIVE true
recover RECOVERING
recover RECOVERING
deactivate INACTIVE
deactivate INACTIVE
recover RECOVERING
activate ACTIVE
activate ACTIVE
deactivate INACTIVE
activate ACTIVE
recover RECOVERING
RECOVERING
done
