--TEST--
SPEC 50.13: objects that are the same place to connect to share connections, MAX, queue and figures while they live; what each was told stays its own
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/../helpers.inc';
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one')");
$make = fn(array $options = [], string $class = PDO::class) => new $class("sqlite:$file", null, null, $options
    + [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true, PDO::ATTR_POOL_MAX => 2] + NAMED);
$figures = fn(PDO $pdo) => array_filter($pdo->getPool()->stats()['process']);

$a = $make();
$b = $make([PDO::ATTR_POOL_MAX => 9, PDO::ATTR_POOL_MIN => 5]);
say('one pool', $a->getPool() === $b->getPool(), $b->getAttribute(PDO::ATTR_POOL_MAX), usage($b));
$name = name_of($a);
say('one connection', name_of($b) === $name, name_of($a) === $name, $figures($a));
say('another name, another pool', $make([PDO::ATTR_POOL_PERSISTENT => 'other'])->getPool() === $a->getPool());
say('no persistence, another pool', $make([PDO::ATTR_POOL_PERSISTENT => false])->getPool() === $a->getPool());

// MAX and the queue are common; how long one waits is each object's own.
$a->beginTransaction();
$b->beginTransaction();
say('apart', name_of($a) !== name_of($b), $a->inTransaction(), $b->commit(), $a->inTransaction(), $b->inTransaction());
$b->beginTransaction();
$order = new ArrayObject();
$hasty = $make([PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.05]);
say('no third', thrown(fn() => await(spawn(fn() => $hasty->query('SELECT 1'))))->getCode(), usage($a));
$hasty = null;
$waits = array_map(fn(int $i) => spawn(function () use ($i, $a, $b, $order) {
    value($i % 2 ? $a : $b, 'SELECT 1');
    $order[] = $i;
}), [1, 2, 3, 4]);
suspend();
$a->rollBack();
array_map(await(...), $waits);
$b->rollBack();
say('in order', (array) $order, usage($a), $a->getPool()->stats()['process']['opened']);

// What one object was told is not the other's.
$a->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
$a->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);
$a->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);
foreach ([1, 2] as $round) {
    say("attributes $round", $a->query('SELECT 1 AS x')->fetch(), $a->query('nonsense'), $b->query('SELECT 1 AS x')->fetch(), thrown(fn() => $b->query('nonsense'))->getCode());
}
$method = PHP_VERSION_ID < 80500 ? fn(PDO $pdo, $f) => $pdo->sqliteCreateFunction('mine', $f, 0) : fn(PDO $pdo, $f) => @$pdo->sqliteCreateFunction('mine', $f, 0);
$method($a, fn() => 'of a');
$no = fn(PDO $pdo) => thrown(fn() => $pdo->query('SELECT mine()'))->getMessage();
foreach ([1, 2] as $round) {
    say("function $round", value($a, 'SELECT mine()'), str_contains($no($b), 'no such function'));
}
$method($b, fn() => 'of b');
foreach ([1, 2] as $round) {
    say("functions $round", value($a, 'SELECT mine()'), value($b, 'SELECT mine()'), usage($b));
}
$a = $b = null;
$made = [];
foreach (['a' => 1, 'b' => 0] as $of => $on) {
    $$of = $make();
    $$of->exec("PRAGMA recursive_triggers = $on");
}
foreach ([1, 2] as $round) {
    say("settings $round", value($a, 'PRAGMA recursive_triggers'), value($b, 'PRAGMA recursive_triggers'), usage($b));
}

// One object goes, in whatever state.
foreach ([
    'idle' => fn(PDO $a) => null,
    'in a transaction' => fn(PDO $a) => $a->beginTransaction(),
    'amid rows' => fn(PDO $a) => $a->query('SELECT * FROM t'),
    'with a kept statement' => fn(PDO $a) => $a->prepare('SELECT 1')->execute(),
    'while others wait' => function (PDO $a, PDO $b) {
        $a->beginTransaction();
        $b->beginTransaction();
        $waits = [spawn(fn() => value($b, 'SELECT 7')), spawn(fn() => value($b, 'SELECT 8'))];
        suspend();
        return $waits;
    },
] as $state => $leave) {
    $a = $make([PDO::ATTR_POOL_STMT_CACHE_SIZE => 5]);
    $b = $make([PDO::ATTR_POOL_STMT_CACHE_SIZE => 5]);
    name_of($a);
    $left = $leave($a, $b);
    $a = null;
    $waits = is_array($left) ? array_map(await(...), $left) : [];
    $left = null;
    say($state, $waits, value($b, 'SELECT 1'), $b->inTransaction() && $b->rollBack(), settled($b));
    $c = $make();
    say('another one joins', $c->getPool() === $b->getPool());
    $b = null;
    say('and goes on', value($c, 'SELECT 1'));
    $c = null;
}

// A constructor that fails leaves the pool of others alone, and none of its own to join.
$a = $make();
say('failed', get_class(thrown(fn() => $make([PDO::ATTR_ERRMODE => 99]))), value($a, 'SELECT 1'), $make()->getPool() === $a->getPool());
$a = null;
say('failed first', get_class(thrown(fn() => $make([PDO::ATTR_ERRMODE => 99]))), value($make(), 'SELECT 1'));

// Cycles.
class Holder extends PDO
{
    public mixed $x;
}
[$a, $b] = [$make(class: Holder::class), $make()];
say('a subclass shares', $a->getPool() === $b->getPool());
$a->x = fn() => [$a, $b];
unset($a, $b);
gc_collect_cycles();
say('collected or not, it works', value($make(), 'SELECT 1'));
$fiber = new Fiber(function () use ($make) {
    $pdo = $make();
    $pdo->beginTransaction();
    Fiber::suspend(name_of($pdo));
    return $pdo->inTransaction();
});
$other = $make();
say('in a Fiber', $fiber->start() !== name_of($other), $fiber->resume(), $fiber->getReturn());
echo "done\n";
--EXPECT--
one pool: true | 2 | 0 idle, 0 active
one connection: true | true | {"opened":1}
another name, another pool: false
no persistence, another pool: false
apart: true | true | true | true | false
no third: HYT00 | 0 idle, 2 active
in order: [1,2,3,4] | 2 idle, 0 active | 2
attributes 1: ["1"] | false | {"x":1,"0":1} | HY000
attributes 2: ["1"] | false | {"x":1,"0":1} | HY000
function 1: of a | true
function 2: of a | true
functions 1: of a | of b | 2 idle, 0 active
functions 2: of a | of b | 2 idle, 0 active
settings 1: 1 | 0 | 1 idle, 0 active
settings 2: 1 | 0 | 1 idle, 0 active
idle: [] | 1 | false | 1 idle, 0 active
another one joins: true
and goes on: 1
in a transaction: [] | 1 | false | 1 idle, 0 active
another one joins: true
and goes on: 1
amid rows: [] | 1 | false | 1 idle, 0 active
another one joins: true
and goes on: 1
with a kept statement: [] | 1 | false | 1 idle, 0 active
another one joins: true
and goes on: 1
while others wait: [7,8] | 1 | true | 2 idle, 0 active
another one joins: true
and goes on: 1
failed: ValueError | 1 | true
failed first: ValueError | 1
a subclass shares: true
collected or not, it works: 1
in a Fiber: true | null | true
done
