--TEST--
SPEC 21.1, 21.4, 21.5, 21.6, 21.7, 27.1: a connection of a driver that is not known serves others after plain statements only; after all others it stays with its coroutine and is then closed
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/firebird.inc';
use function Async\{spawn, await};

$file = firebird_database(<<<'SQL'
    CREATE TABLE books (id INT NOT NULL PRIMARY KEY, owner INT);
    INSERT INTO books VALUES (0, 0);
    CREATE VIEW session_state (value_of_a, connection_number) AS
        SELECT RDB$GET_CONTEXT('USER_SESSION', 'a'), CURRENT_CONNECTION FROM books WHERE id = 0;
    SQL);
$pdo = firebird($file, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$state = fn () => $pdo->query('SELECT connection_number, value_of_a FROM session_state')->fetch(PDO::FETCH_NUM);
$texts = [
    'SELECT id FROM books WHERE owner = 0',
    'INSERT INTO books (id, owner) VALUES (1, 1)',
    "UPDATE books SET owner = 2 WHERE id = 1",
    'DELETE FROM books WHERE id = 1',
    "SELECT RDB\$SET_CONTEXT('USER_SESSION', 'a', 'left') FROM RDB\$DATABASE",
    "EXECUTE BLOCK AS BEGIN RDB\$SET_CONTEXT('USER_SESSION', 'a', 'left'); END",
    'CREATE TABLE more (id INT)',
    'SET STATISTICS INDEX RDB$INDEX_0',
];
foreach ($texts as $text) {
    [$number, $value] = await(spawn(function () use ($pdo, $state, $text) {
        [$before] = $state();
        $statement = $pdo->query($text);
        $statement->columnCount() === 0 || $statement->fetchAll();
        unset($statement);
        // Whatever it did holds to the coroutine's end.
        [$number, $value] = $state();
        return [$number, $number === $before ? $value : 'another connection'];
    }));
    [$next, $seen] = await(spawn($state));
    printf("%s connection, sees %s, after: %s\n", $next === $number ? 'the same' : 'another', $seen ?? 'nothing', $text);
    echo $value === null ? '' : "(there it was '$value')\n";
}
echo "done\n";
?>
--EXPECT--
the same connection, sees nothing, after: SELECT id FROM books WHERE owner = 0
the same connection, sees nothing, after: INSERT INTO books (id, owner) VALUES (1, 1)
the same connection, sees nothing, after: UPDATE books SET owner = 2 WHERE id = 1
the same connection, sees nothing, after: DELETE FROM books WHERE id = 1
another connection, sees nothing, after: SELECT RDB$SET_CONTEXT('USER_SESSION', 'a', 'left') FROM RDB$DATABASE
(there it was 'left')
another connection, sees nothing, after: EXECUTE BLOCK AS BEGIN RDB$SET_CONTEXT('USER_SESSION', 'a', 'left'); END
(there it was 'left')
another connection, sees nothing, after: CREATE TABLE more (id INT)
another connection, sees nothing, after: SET STATISTICS INDEX RDB$INDEX_0
done
