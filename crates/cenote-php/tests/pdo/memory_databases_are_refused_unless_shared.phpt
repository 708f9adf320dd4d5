--TEST--
SPEC 26.1: databases that each connection would have for itself are refused at construction; a shared memory database is accepted
--FILE--
<?php
require __DIR__ . '/helpers.inc';
foreach ([':memory:', '', 'file::memory:', 'file:a?mode=memory', 'file::memory:?cache=private', 'file:a?cache=private&mode=memory'] as $path) {
    $e = thrown(fn() => pool(2, $path));
    say(
        "refused '$path'",
        get_class($e),
        str_contains($e->getMessage(), 'in-memory databases cannot be used with PDO::ATTR_POOL_ENABLED'),
    );
}
foreach (['file:a?mode=memory&cache=shared', 'file:b?cache=shared&mode=memory', 'file::memory:?cache=shared'] as $path) {
    $pdo = pool(2, $path);
    $pdo->exec('CREATE TABLE IF NOT EXISTS x (n); INSERT INTO x VALUES (1)');
    $statement = $pdo->query('SELECT 1');
    Async\await(Async\spawn(fn() => say("accepted '$path'", value($pdo, 'SELECT count(*) FROM x'), usage($pdo))));
    unset($statement);
}
say('without pooling', value(new PDO('sqlite::memory:'), 'SELECT 1'), value(new PDO('sqlite:'), 'SELECT 2'));
echo "done\n";
--EXPECT--
refused ':memory:': PDOException | true
refused '': PDOException | true
refused 'file::memory:': PDOException | true
refused 'file:a?mode=memory': PDOException | true
refused 'file::memory:?cache=private': PDOException | true
refused 'file:a?cache=private&mode=memory': PDOException | true
accepted 'file:a?mode=memory&cache=shared': 1 | 1 idle, 1 active
accepted 'file:b?cache=shared&mode=memory': 1 | 1 idle, 1 active
accepted 'file::memory:?cache=shared': 1 | 1 idle, 1 active
without pooling: 1 | 2
done
