--TEST--
SPEC 16.1: wrong arguments give the errors of plain PDO, in its words
--FILE--
<?php
require __DIR__ . '/helpers.inc';
same_as_plain([
    'query without text' => fn($pdo) => $pdo->query(),
    'query of nothing' => fn($pdo) => $pdo->query(''),
    'query with an array' => fn($pdo) => $pdo->query([]),
    'query with a bad mode' => fn($pdo) => $pdo->query('SELECT 1', 99),
    'query with a missing class' => fn($pdo) => $pdo->query('SELECT 1', PDO::FETCH_CLASS, 'Missing'),
    'exec of nothing' => fn($pdo) => $pdo->exec(''),
    'exec with null' => fn($pdo) => $pdo->exec(new stdClass()),
    'prepare of nothing' => fn($pdo) => $pdo->prepare(''),
    'prepare with a wrong class' => fn($pdo) => $pdo->prepare('SELECT 1', [PDO::ATTR_STATEMENT_CLASS => ['stdClass']]),
    'prepare with a class of wrong type' => fn($pdo) => $pdo->prepare('SELECT 1', [PDO::ATTR_STATEMENT_CLASS => 'x']),
    'prepare with a scrollable cursor' => fn($pdo) => $pdo->prepare('SELECT 1', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]),
    'too many arguments' => fn($pdo) => $pdo->beginTransaction(1),
    'quote with an array' => fn($pdo) => $pdo->quote([]),
    'lastInsertId with an array' => fn($pdo) => $pdo->lastInsertId([]),
    'ERRMODE out of range' => fn($pdo) => $pdo->setAttribute(PDO::ATTR_ERRMODE, 77),
    'CASE out of range' => fn($pdo) => $pdo->setAttribute(PDO::ATTR_CASE, 77),
    'CASE of wrong type' => fn($pdo) => $pdo->setAttribute(PDO::ATTR_CASE, []),
    'STATEMENT_CLASS of wrong type' => fn($pdo) => $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, 'PDOStatement'),
    'DEFAULT_FETCH_MODE' => fn($pdo) => $pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_DEFAULT),
    'setAttribute with a string' => fn($pdo) => $pdo->setAttribute('x', 1),
    'unknown attribute' => fn($pdo) => $pdo->setAttribute(99999, 1),
    'read unknown attribute' => fn($pdo) => $pdo->getAttribute(99999),
    'statement with a bad position' => fn($pdo) => $pdo->prepare('SELECT ?')->bindValue(0, 1),
    'statement with too many values' => fn($pdo) => $pdo->prepare('SELECT ?')->execute([1, 2]),
    'statement with an unknown name' => fn($pdo) => $pdo->prepare('SELECT :a')->execute([':b' => 2]),
    'fetch with a bad mode' => fn($pdo) => $pdo->query('SELECT 1')->fetch(77),
]);
echo "done\n";
--EXPECT--
compared
done
