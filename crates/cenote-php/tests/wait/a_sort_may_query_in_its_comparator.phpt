--TEST--
SPEC 30.11: usort() with a comparator that queries, in several coroutines at once, sorts each array by its own
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$sorts = [];
foreach ([1, -1] as $sign) {
    $sorts[] = spawn(function () use ($sign): string {
        $mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
        $numbers = [3, 1, 4, 5, 9, 2, 6];
        usort($numbers, fn (int $a, int $b): int => $sign * (int) $mysqli->query("SELECT $a - $b + SLEEP(0.001)")->fetch_row()[0]);
        return implode(' ', $numbers);
    });
}
foreach ($sorts as $sort) {
    echo await($sort), "\n";
}
echo "done\n";
?>
--EXPECT--
1 2 3 4 5 6 9
9 6 5 4 3 2 1
done
