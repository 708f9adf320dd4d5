--TEST--
SPEC 30: await_all_or_fail() throws the exception that occurs first in time, without waiting for the others
--FILE--
<?php
use function Async\{spawn, await_all_or_fail, suspend};
use Async\{Future, FutureState};

$fail = function (string $text, int $turns) {
    while ($turns--) suspend();
    throw new RuntimeException($text);
};
$tasks = [
    'never' => new Future($keep = new FutureState),
    'slow' => spawn($fail, 'slow failure', 5),
    'quick' => spawn($fail, 'quick failure', 1),
    'ok' => spawn(fn() => 1),
];
try {
    await_all_or_fail($tasks);
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}
var_dump($tasks['slow']->isCompleted());
try {
    Async\await($tasks['slow']);
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}
echo "done\n";
?>
--EXPECT--
quick failure
bool(false)
slow failure
done
