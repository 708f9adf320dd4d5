--TEST--
SPEC 28.1, 28.3: a call that ends by an exception or a cancellation leaves the plain object free for the others
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
require __DIR__ . '/helpers.inc';
$pdo = new PDO('sqlite:' . database());
$pdo->sqliteCreateFunction('fail', function () {
    suspend();
    throw new DomainException('failed inside');
});
$pdo->sqliteCreateFunction('long', fn() => delay(60000));
say('failed', get_class(thrown(fn() => await(spawn(fn() => $pdo->query('SELECT fail()'))))));
say('free', value($pdo, 'SELECT 1'));
$coroutine = spawn(fn() => $pdo->query('SELECT long()'));
suspend();
$coroutine->cancel();
say('cancelled', get_class(thrown(fn() => await($coroutine))));
say('usable or refused with an error, never busy', !str_contains(throws(fn() => $pdo->query('SELECT 2')), 'ATTR_POOL_ENABLED'));
echo "done\n";
--EXPECT--
failed: DomainException
free: 1
cancelled: Async\AsyncCancellation
usable or refused with an error, never busy: true
done
