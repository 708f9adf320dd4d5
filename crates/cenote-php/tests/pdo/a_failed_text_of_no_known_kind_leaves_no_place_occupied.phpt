--TEST--
SPEC 19.7: an exec(), query() or prepare() that fails with a syntax error occupies nothing, in the main flow and in a coroutine
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database(TABLE));
foreach (['exec', 'query', 'prepare'] as $method) {
    foreach (['nonsense', 'SELEC 1', "nonsense 'with", '1; 2'] as $text) {
        say("$method $text", get_class(thrown(fn() => $pdo->$method($text))), usage($pdo));
        await(spawn(function () use ($pdo, $method, $text) {
            thrown(fn() => $pdo->$method($text));
            usage($pdo) === '1 idle, 0 active' || say("in a coroutine, $method $text", usage($pdo));
        }));
    }
}
say('somebody else', await(spawn(fn() => value($pdo, 'SELECT 1'))));
echo "done\n";
--EXPECT--
exec nonsense: PDOException | 1 idle, 0 active
exec SELEC 1: PDOException | 1 idle, 0 active
exec nonsense 'with: PDOException | 1 idle, 0 active
exec 1; 2: PDOException | 1 idle, 0 active
query nonsense: PDOException | 1 idle, 0 active
query SELEC 1: PDOException | 1 idle, 0 active
query nonsense 'with: PDOException | 1 idle, 0 active
query 1; 2: PDOException | 1 idle, 0 active
prepare nonsense: PDOException | 1 idle, 0 active
prepare SELEC 1: PDOException | 1 idle, 0 active
prepare nonsense 'with: PDOException | 1 idle, 0 active
prepare 1; 2: PDOException | 1 idle, 0 active
somebody else: 1
done
