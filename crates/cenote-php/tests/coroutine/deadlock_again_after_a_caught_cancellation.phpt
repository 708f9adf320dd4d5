--TEST--
SPEC 30.6: a coroutine that waits again after the deadlock's cancellation cannot keep the program alive
--FILE--
<?php
require __DIR__ . '/helpers.inc';
[$code, $output] = run_php(<<<'PHP'
$keep = new Async\FutureState;
Async\spawn(function () use ($keep) {
    try {
        Async\await(new Async\Future($keep));
    } catch (Async\AsyncCancellation) {
        Async\await(new Async\Future($keep));
    }
});
PHP, ['display_errors' => '0']);
echo "exit code $code\n";
echo "done\n";
?>
--EXPECT--
exit code 255
done
