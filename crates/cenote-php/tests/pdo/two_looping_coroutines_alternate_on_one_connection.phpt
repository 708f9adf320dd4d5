--TEST--
SPEC 18.3, 6.3, 35.6: with MAX 1 a coroutine that loops over short queries cannot starve another
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
$pdo = pool(1, database());
$order = '';
$loop = function (string $name) use ($pdo, &$order) {
    for ($i = 0; $i < 5; $i++) {
        $statement = $pdo->query('SELECT 1');
        $order .= $name;
        suspend();
        unset($statement);
    }
};
together(fn() => $loop('a'), fn() => $loop('b'));
say('order', $order);
echo "done\n";
--EXPECT--
order: ababababab
done
