--TEST--
SPEC 16.1: callables, first-class callables, reflection, named arguments and string calls reach the connection as on plain PDO
--FILE--
<?php
require __DIR__ . '/helpers.inc';
same_as_plain([
    'array callable' => fn($pdo) => call_user_func([$pdo, 'exec'], "INSERT INTO t VALUES (9, 'nine')"),
    'first class' => fn($pdo) => array_map($pdo->quote(...), ["it's", 'b']),
    'from callable' => fn($pdo) => Closure::fromCallable([$pdo, 'query'])('SELECT 5')->fetchAll(),
    'named arguments' => fn($pdo) => $pdo->query(query: 'SELECT 1, 2', fetchMode: PDO::FETCH_NUM)->fetch(),
    'spread' => fn($pdo) => $pdo->query(...['SELECT 1 AS a', PDO::FETCH_OBJ])->fetch(),
    'reflection' => fn($pdo) => (new ReflectionMethod('PDO', 'exec'))->invoke($pdo, 'DELETE FROM t'),
    'variable name' => fn($pdo) => $pdo->{'qu' . 'ote'}('x'),
    'upper case' => fn($pdo) => $pdo->QUERY('SELECT count(*) FROM t')->FETCHCOLUMN(),
    'static call' => fn($pdo) => PDO::query('SELECT 1'),
    'is_callable' => fn($pdo) => [is_callable([$pdo, 'exec']), is_callable([$pdo, 'nothing'])],
    'method_exists' => fn($pdo) => [method_exists($pdo, 'sqliteCreateFunction'), method_exists($pdo, 'nothing')],
    'undefined method' => fn($pdo) => $pdo->nothing(),
    'drivers' => fn($pdo) => in_array('sqlite', $pdo->getAvailableDrivers()),
]);
echo "done\n";
--EXPECT--
compared
done
