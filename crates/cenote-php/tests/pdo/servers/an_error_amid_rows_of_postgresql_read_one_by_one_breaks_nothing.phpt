--TEST--
SPEC 22.1: an error amid rows of PostgreSQL that are read one by one (PDO::ATTR_PREFETCH, since PHP 8.5) does not make a healthy connection a broken one
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80500) die('skip pdo_pgsql fetches single rows since PHP 8.5');
require __DIR__ . '/skip.inc';
?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$server = Server::PostgreSql;
$pdo = $server->pool(1, [PDO::ATTR_PREFETCH => 0, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 5]);
$code = function (callable $f): string {
    try {
        return json_encode($f());
    } catch (PDOException $e) {
        return (string) $e->getCode();
    }
};
$errors = [
    'nextRowset()' => fn (PDOStatement $rows) => $rows->nextRowset(),
    'getAttribute() of the statement' => fn (PDOStatement $rows) => $rows->getAttribute(12345),
    'getAttribute() of the connection' => fn () => $pdo->getAttribute(12345),
    'a parameter too many' => fn () => $pdo->prepare('SELECT CAST(:a AS int)')->execute(['b' => 1]),
    'a column too many' => fn (PDOStatement $rows) => $rows->getColumnMeta(5),
];
foreach ([false, true] as $in_transaction) {
    say('in a transaction', $in_transaction);
    $in_transaction && $pdo->beginTransaction();
    $id = $server->id($pdo);
    foreach ($errors as $what => $fails) {
        $rows = $pdo->prepare('SELECT n FROM generate_series(1, 100000) AS n');
        $rows->execute();
        $first = $rows->fetchColumn();
        say($what, $code(fn () => $fails($rows)), $first, $rows->fetchColumn(), count($rows->fetchAll()));
        $rows = null;
    }
    say('the same connection', $server->id($pdo) === $id);
    $in_transaction && $pdo->commit();
}
// The server's own errors end the rows.
say('at once', $code(fn () => $pdo->prepare('SELECT 1 / 0')->execute()), $server->id($pdo) === $id);
$rows = $pdo->prepare('SELECT 1 / (5000 - n) FROM generate_series(1, 10000) AS n');
say('later', $rows->execute(), $code(fn () => $rows->fetchAll()), $pdo->inTransaction());
$rows = null;
say('after all', $server->id($pdo) === $id, $pdo->getPool()->stats()['broken'], usage($pdo));
// Several statements in one text.
foreach (['SELECT 1 WHERE false; SELECT 2', 'SELECT 1; SELECT 2', "SELECT ';'", 'SELECT 1; SELECT 1 / 0', 'SELECT 1 / 0; SELECT 1', 'BEGIN; SELECT 3', 'ROLLBACK; SELECT 4'] as $text) {
    $reads = function (PDO $pdo) use ($text, $code): array {
        $rows = $pdo->prepare($text, [PDO::ATTR_EMULATE_PREPARES => true]);
        return [$code(fn () => $rows->execute()), $rows->fetchAll(PDO::FETCH_NUM), $code(fn () => $rows->getAttribute(12345))];
    };
    $seen = $reads($pdo);
    say($text, $seen, $seen === $reads($server->plain(null, [PDO::ATTR_PREFETCH => 0])), $pdo->inTransaction());
}
say('after them', $server->id($pdo) === $id, $pdo->getPool()->stats()['broken'], usage($pdo));
// What can be used for nothing else any more is replaced.
$copy = $pdo->prepare('COPY (SELECT 1) TO STDOUT');
say('copying', $code(fn () => $copy->execute()));
$copy = null;
say('then', value($pdo, 'SELECT 1'), $server->id($pdo) === $id, $pdo->getPool()->stats()['broken'], usage($pdo));
echo "done\n";
?>
--EXPECT--
in a transaction: false
nextRowset(): IM001 | 1 | 2 | 99998
getAttribute() of the statement: IM001 | 1 | 2 | 99998
getAttribute() of the connection: IM001 | 1 | 2 | 99998
a parameter too many: HY093 | 1 | 2 | 99998
a column too many: false | 1 | 2 | 99998
the same connection: true
in a transaction: true
nextRowset(): IM001 | 1 | 2 | 99998
getAttribute() of the statement: IM001 | 1 | 2 | 99998
getAttribute() of the connection: IM001 | 1 | 2 | 99998
a parameter too many: HY093 | 1 | 2 | 99998
a column too many: false | 1 | 2 | 99998
the same connection: true
at once: 22012 | true
later: true | 22012 | false
after all: true | 0 | 1 idle, 0 active
SELECT 1 WHERE false; SELECT 2: ["true",[[2]],"IM001"] | true | false
SELECT 1; SELECT 2: ["true",[[1]],"IM001"] | true | false
SELECT ';': ["true",[[";"]],"IM001"] | true | false
SELECT 1; SELECT 1 / 0: ["true",[[1]],"IM001"] | true | false
SELECT 1 / 0; SELECT 1: ["22012",[],"IM001"] | true | false
BEGIN; SELECT 3: ["true",[[]],"IM001"] | true | true
ROLLBACK; SELECT 4: ["true",[[]],"IM001"] | true | false
after them: true | 0 | 1 idle, 0 active
copying: HY000
then: 1 | false | 1 | 1 idle, 0 active
done
