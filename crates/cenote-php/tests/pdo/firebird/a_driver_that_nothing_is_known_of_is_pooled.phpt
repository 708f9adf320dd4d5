--TEST--
SPEC 18.2, 18.3, 18.6, 19.3, 20.1, 27.1, 27.2: eight coroutines share two connections of a driver that is not known: each transaction is its own, and ends with its coroutine
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/firebird.inc';
use function Async\{spawn, await_all_or_fail, suspend};

$file = firebird_database('CREATE TABLE books (id INT NOT NULL PRIMARY KEY, owner INT);');
// pdo_firebird 8.2 commits each statement, also inside a transaction, unless autocommit is off.
$pdo = firebird($file, [PDO::ATTR_AUTOCOMMIT => false, PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$ids = fn (PDO $pdo) => implode(' ', $pdo->query('SELECT id FROM books ORDER BY id')->fetchAll(PDO::FETCH_COLUMN));

$rented = 0;
$work = function (int $number) use ($pdo, $ids, &$rented) {
    $seen = var_export($pdo->inTransaction(), true);
    $pdo->beginTransaction();
    $rented = max($rented, $pdo->getPool()->activeCount());
    $insert = $pdo->prepare('INSERT INTO books (id, owner) VALUES (?, ?)');
    $insert->execute([$number, $number]);
    unset($insert);
    suspend();
    $seen .= ', ' . var_export($pdo->inTransaction(), true) . ', sees ' . $ids($pdo);
    suspend();
    match ($number % 4) {
        0 => $pdo->commit(),
        1 => $pdo->rollBack(),
        2 => null,
        3 => throw new Exception('left'),
    };
    return $seen;
};
$coroutines = [];
for ($number = 1; $number <= 8; $number++) {
    $coroutines[$number] = spawn(function () use ($work, $number) {
        try {
            return $work($number);
        } catch (Exception $left) {
            return $left->getMessage();
        }
    });
}
foreach (await_all_or_fail($coroutines) as $number => $seen) {
    echo "$number: $seen\n";
}
$stats = $pdo->getPool()->stats();
echo "at once: $rented; made: $stats[created], gone: $stats[destroyed], rolled back: $stats[rollbacks]\n";
$plain = firebird($file);
echo 'kept: ', $ids($plain), "\n";
echo "done\n";
?>
--EXPECT--
1: false, true, sees 1
2: false, true, sees 2
3: left
4: false, true, sees 4
5: false, true, sees 4 5
6: false, true, sees 4 6
7: left
8: false, true, sees 4 8
at once: 2; made: 2, gone: 0, rolled back: 4
kept: 4 8
done
