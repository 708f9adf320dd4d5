--TEST--
SPEC 30: spawn() takes any callable and passes the further arguments on
--FILE--
<?php
use function Async\{spawn, await};

class Greeter
{
    public function __construct(private string $word) {}
    public function greet(string $name) { return "$this->word $name"; }
    public static function shout(string $name) { return strtoupper($name); }
    public function __invoke(string $a, string $b) { return "$a-$this->word-$b"; }
    public function __call($name, $args) { return "$name(" . implode(',', $args) . ')'; }
}
function twice(int $x) { return 2 * $x; }

$g = new Greeter('hello');
$all = [
    spawn(fn(...$all) => implode(' ', $all), 'a', 'b', 'c'),
    spawn([$g, 'greet'], 'you'),
    spawn('Greeter::shout', 'loud'),
    spawn(['Greeter', 'shout'], 'louder'),
    spawn($g, 'x', 'y'),
    spawn('twice', 21),
    spawn(strlen(...), 'abcd'),
    spawn('str_repeat', 'ab', 3),
    spawn([$g, 'magic'], 1, 2),
];
unset($g);
foreach ($all as $c) {
    var_dump(await($c));
}
echo "done\n";
?>
--EXPECT--
string(5) "a b c"
string(9) "hello you"
string(4) "LOUD"
string(6) "LOUDER"
string(9) "x-hello-y"
int(42)
int(4)
string(6) "ababab"
string(10) "magic(1,2)"
done
