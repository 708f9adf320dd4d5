--TEST--
SPEC 48.10: a coroutine is pristine until it has something that would end with it
--EXTENSIONS--
cenote
pdo_sqlite
--FILE--
<?php
$pdo = new PDO('sqlite:file:pristine?mode=memory&cache=shared', options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$map = new WeakMap();
final class Counted
{
    public static int $count = 0;
}
$cases = [
    'nothing' => fn () => null,
    'a wait' => fn () => Async\delay(1),
    'a query that has ended' => fn () => $pdo->query('SELECT 1')->fetchAll(),
    'a transaction that has ended' => fn () => $pdo->beginTransaction() && $pdo->rollBack(),
    'an open transaction' => fn () => $pdo->beginTransaction(),
    'a statement that is kept' => fn () => $GLOBALS['kept'] = $pdo->query('SELECT 1'),
    'a context' => fn () => Async\coroutine_context()->set('key', 1),
    'a callback at its end' => fn () => Async\current_coroutine()->finally(fn () => null),
    'its number' => fn () => Async\current_coroutine()->getId(),
    'a key of a weak map' => fn () => $map[current(array_slice(Async\get_coroutines(), -1))] = 1,
    'held' => fn () => $GLOBALS['all'] = Async\get_coroutines(),
    'an error handler' => fn () => set_error_handler(fn () => true),
    'one that was restored' => function () {
        set_error_handler(fn () => true);
        restore_error_handler();
    },
    'an exception handler' => fn () => set_exception_handler(fn () => true),
    'a silenced warning' => fn () => @filesize('/nowhere'),
    'error_reporting' => fn () => error_reporting(0),
    'an open buffer' => fn () => ob_start(),
    'a closed one' => fn () => ob_start() && ob_end_clean(),
    'what its Fibers have' => function () use ($pdo) {
        $fiber = new Fiber(function () use ($pdo) {
            var_dump(Async\is_pristine());
            $pdo->beginTransaction();
            var_dump(Async\is_pristine());
        });
        $fiber->start();
    },
];
foreach ($cases as $what => $case) {
    Async\spawn(function () use ($what, $case) {
        $case();
        $is = Async\is_pristine();
        for (; ob_get_level() > 0; ob_end_clean());
        printf("%s: %s\n", $what, $is ? 'pristine' : 'no');
    });
    Async\delay(3);
    unset($kept, $all);
}
// With handlers of the spawner's.
set_error_handler(fn () => true);
Async\spawn(function () {
    var_dump(Async\is_pristine());
    set_error_handler(fn () => true);
    restore_error_handler();
    var_dump(Async\is_pristine());
    restore_error_handler();
    var_dump(Async\is_pristine());
});
Async\delay(1);
restore_error_handler();
// Values of its own, by make_coroutine_local().
Async\make_coroutine_local(Counted::class, 'count');
Async\spawn(function () {
    var_dump(Async\is_pristine());
    Counted::$count++;
    var_dump(Async\is_pristine());
});
// Held by its spawner.
$coroutine = Async\spawn(fn () => var_dump(Async\is_pristine()));
Async\delay(1);
echo 'main: ';
var_dump(Async\is_pristine());
?>
--EXPECT--
nothing: pristine
a wait: pristine
a query that has ended: no
a transaction that has ended: no
an open transaction: no
a statement that is kept: no
a context: no
a callback at its end: no
its number: no
a key of a weak map: no
held: no
an error handler: no
one that was restored: pristine
an exception handler: no
a silenced warning: pristine
error_reporting: no
an open buffer: no
a closed one: pristine
bool(true)
bool(false)
what its Fibers have: pristine
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(false)
main: bool(false)
