--TEST--
SPEC 30.17: what a coroutine refers to of its own static property is not changed by another, also while its value is the one that all begin with
--FILE--
<?php
use function Async\{await, make_coroutine_local, spawn, suspend};

final class Model { public static int $count = 0; }
make_coroutine_local(Model::class, 'count');

$mine = &Model::$count;
await(spawn(function () { Model::$count = 7; suspend(); echo 'other: ', Model::$count, "\n"; }));
echo "main: $mine ", Model::$count, "\n";
$mine = 3;
echo 'by reference: ', Model::$count, "\n";
unset($mine);

Model::$count = 0;
$kept = await(spawn(function () { $count = &Model::$count; return fn () => $count; }));
Model::$count = 9;
echo 'of one that has ended: ', $kept(), "\n";

Model::$count = 0;
$both = function (int $add): int {
    $count = &Model::$count;
    suspend();
    $count += $add;
    suspend();
    return Model::$count;
};
echo implode(' ', Async\await_all_or_fail([spawn($both, 1), spawn($both, 2)])), ' ', Model::$count, "\n";
echo "done\n";
?>
--EXPECT--
other: 7
main: 0 0
by reference: 3
of one that has ended: 0
1 2 0
done
