--TEST--
SPEC 29.3: an exception that unwinds through the last reference to a pooled object arrives unchanged
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
function work(string $file): void
{
    $pdo = pool(2, $file, [PDO::ATTR_POOL_MIN => 2]);
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, 'one')");
    $statement = $pdo->query('SELECT * FROM t');
    throw new DomainException('on the way', 5, new LogicException('its cause'));
}
foreach (['main' => fn() => work($file), 'coroutine' => fn() => await(spawn(fn() => work($file)))] as $where => $call) {
    $e = thrown($call);
    say($where, get_class($e), $e->getMessage(), $e->getCode(), $e->getPrevious()->getMessage(), $e->getPrevious()->getPrevious());
    unset($e);
    say('closed', opened($file), committed($file));
}
echo "done\n";
--EXPECT--
main: DomainException | on the way | 5 | its cause | null
closed: 0 | 0
coroutine: DomainException | on the way | 5 | its cause | null
closed: 0 | 0
done
