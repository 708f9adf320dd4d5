--TEST--
SPEC 26.7: one connection of a shared memory database is always kept, whatever idle timeout and lifetime say
--FILE--
<?php
use function Async\{delay, suspend};
require __DIR__ . '/helpers.inc';
$pdo = pool(3, 'file:cenote_kept?mode=memory&cache=shared', [PDO::ATTR_POOL_IDLE_TIMEOUT => 0.05]);
$pdo->exec(TABLE);
$pdo->exec("INSERT INTO t VALUES (1, 'one')");
for ($i = 0; $i < 40; $i++) {
    delay(10);
}
say('past the idle timeout', value($pdo, 'SELECT count(*) FROM t'));
$aged = pool(3, 'file:cenote_aged?mode=memory&cache=shared', [PDO::ATTR_POOL_MAX_LIFETIME => 0.05]);
$aged->exec(TABLE);
$aged->exec("INSERT INTO t VALUES (1, 'one')");
for ($i = 0; $i < 5; $i++) {
    delay(100);
    say('past the lifetime', value($aged, 'SELECT count(*) FROM t'));
}
say('replaced, not kept for ever', $aged->getPool()->stats()['created'] > 1);
unset($aged);
$again = pool(1, 'file:cenote_aged?mode=memory&cache=shared');
say('gone with the object', throws(fn() => $again->query('SELECT count(*) FROM t')));
echo "done\n";
--EXPECT--
past the idle timeout: 1
past the lifetime: 1
past the lifetime: 1
past the lifetime: 1
past the lifetime: 1
past the lifetime: 1
replaced, not kept for ever: true
gone with the object: PDOException: SQLSTATE[HY000]: General error: 1 no such table: t
done
