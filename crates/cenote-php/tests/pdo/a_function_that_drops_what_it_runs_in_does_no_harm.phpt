--TEST--
SPEC 19.6, 26.2, 34.10: a registered function that drops the last reference to its PDO object or its statement, or registers another function, does no harm
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
same_as_plain([
    'the object' => function ($pdo) {
        $box = (object) ['pdo' => $pdo];
        $pdo->sqliteCreateFunction('drop_it', function () use ($box) {
            $box->pdo = null;
            return 'dropped';
        });
        $pdo = null;
        return $box->pdo->query('SELECT drop_it()')->fetchAll();
    },
    'the statement' => function ($pdo) {
        $box = new stdClass();
        $pdo->sqliteCreateFunction('drop_it', function () use ($box) {
            $box->statement = null;
            return 'dropped';
        });
        $box->statement = $pdo->prepare('SELECT drop_it()');
        return [$box->statement->execute(), $box->statement, value($pdo, 'SELECT count(*) FROM t')];
    },
    'another function' => function ($pdo) {
        $pdo->sqliteCreateFunction('outer_one', fn() => (int) $pdo->sqliteCreateFunction('inner_one', fn() => 'inner', 0), 0);
        return [value($pdo, 'SELECT outer_one()'), value($pdo, 'SELECT inner_one()')];
    },
]);
$file = database(TABLE);
$box = (object) ['pdo' => pool(2, $file)];
$box->pdo->sqliteCreateFunction('drop_it', function () use ($box) {
    $box->pdo = null;
    Async\suspend();
    return 'dropped';
});
say('in a coroutine', await(spawn(fn() => $box->pdo->query('SELECT drop_it()')->fetchColumn())));
gc_collect_cycles();
say('closed', opened($file));
echo "done\n";
--EXPECT--
compared
in a coroutine: dropped
closed: 0
done
