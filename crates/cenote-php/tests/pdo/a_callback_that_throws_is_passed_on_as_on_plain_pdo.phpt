--TEST--
SPEC 16.1: an exception thrown by a registered function, or by code called while fetching, comes out as on plain PDO
--FILE--
<?php
require __DIR__ . '/helpers.inc';
same_as_plain([
    'function' => function ($pdo) {
        $pdo->sqliteCreateFunction('boom', fn() => throw new DomainException('from the function'));
        return $pdo->query('SELECT boom()');
    },
    'collation' => function ($pdo) {
        $pdo->sqliteCreateCollation('boom', fn($a, $b) => throw new DomainException('from the collation'));
        return $pdo->query('SELECT v FROM t ORDER BY v COLLATE boom')->fetchAll();
    },
    'fetch function' => fn($pdo) => $pdo->query('SELECT 1')->fetchAll(PDO::FETCH_FUNC, fn() => throw new DomainException('while fetching')),
    'afterwards' => function ($pdo) {
        $pdo->sqliteCreateFunction('boom', fn() => throw new DomainException('again'));
        return [thrown(fn() => $pdo->query('SELECT boom()'))->getMessage(), value($pdo, 'SELECT count(*) FROM t'), $pdo->errorCode()];
    },
]);
echo "done\n";
--EXPECT--
compared
done
