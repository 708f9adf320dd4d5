--TEST--
SPEC 22.2, 23.2, 23.3, 27.1: errors of a driver that is not known are those of a plain object, and hold no place
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/firebird.inc';
use function Async\{spawn, await};

$file = firebird_database("CREATE TABLE books (id INT NOT NULL PRIMARY KEY, title VARCHAR(5));\nINSERT INTO books VALUES (1, 'one');");
$calls = [
    'no such method' => fn (PDO $pdo) => [$pdo->exec('DELETE FROM books WHERE id = 7'), @$pdo->lastInsertId()],
    'unknown table' => fn (PDO $pdo) => $pdo->query('SELECT a FROM nothing'),
    'no SQL' => fn (PDO $pdo) => $pdo->exec('books, please'),
    'a key twice' => fn (PDO $pdo) => $pdo->exec("INSERT INTO books VALUES (1, 'two')"),
    'too long' => fn (PDO $pdo) => $pdo->prepare('INSERT INTO books VALUES (?, ?)')->execute([2, 'far too long']),
    'null' => fn (PDO $pdo) => $pdo->prepare('INSERT INTO books VALUES (?, ?)')->execute([null, 'x']),
];
$told = function (PDO $pdo, callable $call): string {
    try {
        $answer = json_encode($call($pdo));
    } catch (PDOException $error) {
        $answer = $error->getCode() . ' ' . $error->getMessage() . ' ' . json_encode($error->errorInfo);
    }
    unset($error);
    return $answer . ' then ' . json_encode($pdo->errorInfo());
};
$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1];
foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT] as $mode) {
    $pooled = firebird($file, $options + [PDO::ATTR_ERRMODE => $mode]);
    foreach ($calls as $name => $call) {
        $plain = $told(firebird($file, [PDO::ATTR_ERRMODE => $mode]), $call);
        $seen = await(spawn(fn () => $told($pooled, $call)));
        echo "$name: ", $seen === $plain ? 'as plain' : "pooled: $seen\nplain: $plain", ', ', $pooled->getPool()->activeCount(), " active\n";
    }
}
// A connect that fails: with the first use instead of the constructor, in the same words.
$refused = function (array $options) {
    try {
        firebird('/nowhere/at/all.fdb', $options)->exec('DELETE FROM books');
    } catch (PDOException $error) {
        return $error->getCode() . ' ' . $error->getMessage() . ' ' . json_encode($error->errorInfo);
    }
};
echo 'connect: ', $refused($options) === $refused([]) && $refused([]) !== null ? 'as plain' : $refused($options), "\n";
echo "done\n";
?>
--EXPECT--
no such method: as plain, 0 active
unknown table: as plain, 0 active
no SQL: as plain, 0 active
a key twice: as plain, 0 active
too long: as plain, 0 active
null: as plain, 0 active
no such method: as plain, 0 active
unknown table: as plain, 0 active
no SQL: as plain, 0 active
a key twice: as plain, 0 active
too long: as plain, 0 active
null: as plain, 0 active
connect: as plain
done
