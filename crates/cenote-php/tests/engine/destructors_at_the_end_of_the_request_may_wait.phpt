--TEST--
SPEC 30.12: from PHP 8.4 on destructors that the engine calls at the end of the request may wait; what nobody can end is a deadlock
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip destructors may switch from PHP 8.4 on'); ?>
--FILE--
<?php set_exception_handler(fn ($e) => print(get_class($e) . "\n"));
use function Async\{spawn, await, suspend, delay};
use Async\{Future, FutureState};

class Late
{
    public $self;
    public function __construct(private string $name) { $this->self = $this; }
    public function __destruct()
    {
        spawn(function () { echo "another one beside $this->name\n"; });
        $result = await(spawn(function () { delay(2); return 'result'; }));
        echo "$this->name: $result\n";
        try {
            await(new Future(new FutureState));
        } catch (Async\AsyncCancellation) {
            echo "$this->name: deadlock\n";
        }
    }
}
$global = new Late('global');
new Late('cycle');
await(spawn(function () { static $kept; $kept = new Late('static'); suspend(); }));
echo "done\n";
?>
--EXPECT--
done
another one beside global
global: result
global: deadlock
another one beside cycle
cycle: result
cycle: deadlock
another one beside static
static: result
static: deadlock
Async\DeadlockError
