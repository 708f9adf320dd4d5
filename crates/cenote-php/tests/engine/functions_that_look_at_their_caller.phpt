--TEST--
SPEC 30: func_get_args, compact, static closures, $this and late static binding hold across suspensions
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Base
{
    public $v = 'base';
    public static function make() { suspend(); return static::class; }
    public function me() { return spawn(function () { suspend(); return $this->v . ' ' . static::class . ' ' . self::class; }); }
    private function secret() { return 'secret'; }
    public function callable() { return spawn([$this, 'secretly']); }
    public function secretly() { suspend(); return $this->secret(); }
}
class Child extends Base { public $v = 'child'; }
$a = spawn(function ($x) { suspend(); $y = 2; return json_encode([func_get_args(), compact('x', 'y'), func_num_args()]); }, 1, 'extra');
echo await($a), "\n";
echo await(spawn([Child::class, 'make'])), ' ', await(spawn('Base::make')), "\n";
echo await((new Child)->me()), "\n";
echo await((new Child)->callable()), "\n";
echo await(spawn(static function () { suspend(); return isset($this) ? 'this' : 'no this'; })), "\n";
echo "done\n";
?>
--EXPECT--
[[1,"extra"],{"x":1,"y":2},2]
Child Base
child Child Base
secret
no this
done
