--TEST--
SPEC 30.5: coroutines spawned by destructors of objects that live to the end of the script run to their end, whoever is destroyed when
--FILE--
<?php
use function Async\{spawn, await, delay};

class Late
{
    public $self;
    public function __construct(private string $name, private ?Closure $act = null) { $this->self = $this; }
    public function __destruct()
    {
        $name = $this->name;
        $act = $this->act ?? fn() => null;
        spawn(function () use ($name, $act) {
            echo "$name begins\n";
            delay(2);
            $act();
            echo "$name ends\n";
        });
    }
}
class Plain extends Late
{
    public function __construct(string $name) { parent::__construct($name); $this->self = null; }
}

$global = new Plain('global');
new Late('cycle');
final class Holder { public static $kept; }
Holder::$kept = new Late('static', function () {
    // Made by such a coroutine, and destroyed after all that were there.
    new Late('late cycle', fn() => print("its own await: " . await(spawn(fn() => 'result')) . "\n"));
    $plain = new Plain('late plain');
});
register_shutdown_function(function () { spawn(fn() => print("of a shutdown function\n")); });
ob_start(fn($text) => strtoupper($text));
echo "done\n";
?>
--EXPECT--
DONE
OF A SHUTDOWN FUNCTION
GLOBAL BEGINS
CYCLE BEGINS
STATIC BEGINS
GLOBAL ENDS
CYCLE ENDS
STATIC ENDS
LATE PLAIN BEGINS
LATE PLAIN ENDS
LATE CYCLE BEGINS
ITS OWN AWAIT: RESULT
LATE CYCLE ENDS
