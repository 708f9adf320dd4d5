--TEST--
SPEC 29.7: a child that exits or fails in the forking coroutine ends with that exit code, without touching the others
--FILE--
<?php
require __DIR__ . '/../coroutine/helpers.inc';
foreach (['exit(9);', 'throw new RuntimeException("child failed");'] as $end) {
    [$code, $output] = run_php(<<<PHP
    use function Async\{spawn, await, suspend, delay};
    \$gate = new Async\FutureState();
    \$parked = spawn(function () use (\$gate) { try { await(new Async\Future(\$gate)); echo "parked one\n"; } finally { echo "finally\n"; } });
    suspend();
    \$c = spawn(function () {
        \$pid = pcntl_fork();
        if (\$pid === 0) {
            suspend();
            $end
        }
        pcntl_waitpid(\$pid, \$status);
        echo 'child ', pcntl_wexitstatus(\$status), "\n";
    });
    await(\$c);
    \$gate->complete(null);
    await(\$parked);
    echo "main\n";
    PHP, ['display_errors' => '0']);
    echo "$output\nexit code $code\n";
}
echo "done\n";
?>
--EXPECT--
child 9
parked one
finally
main
exit code 0
child 255
parked one
finally
main
exit code 0
done
