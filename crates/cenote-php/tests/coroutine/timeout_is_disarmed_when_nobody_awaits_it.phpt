--TEST--
SPEC 30.3: a timeout() that nobody awaits any more is disarmed: it neither keeps the program alive nor hides a deadlock
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
require __DIR__ . '/helpers.inc';
use function Async\{spawn, await, timeout};

$start = hrtime(true);
$t = timeout(50000);
var_dump(await(spawn(fn() => 'value'), $t));
try {
    await(new Async\Future(new Async\FutureState));
} catch (Async\AsyncCancellation) {
    echo "deadlock seen at once\n";
}
[$code, $output] = run_php('$t = Async\timeout(50000); Async\await(Async\spawn(fn() => 1), Async\timeout(50000)); echo "ends";');
echo "$output $code\n";
echo hrtime(true) - $start < 40e9 ? "in time\n" : "too late\n";
echo "done\n";
?>
--EXPECT--
string(5) "value"
deadlock seen at once
ends 0
in time
done
Async\DeadlockError
