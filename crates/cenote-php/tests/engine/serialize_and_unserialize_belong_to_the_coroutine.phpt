--TEST--
SPEC 30.11: what serialize() and unserialize() have seen so far belongs to the coroutine: references in its text are to objects of its own
--FILE--
<?php
use function Async\{spawn, await, await_all, delay};

class User {}
set_error_handler(function ($number, $message) {
    delay(2);
    return true;
});
// PHP tells of the dynamic property while it is in the middle of the text.
$text = fn(string $name) => 'a:3:{i:0;O:8:"stdClass":1:{s:4:"name";s:3:"' . $name . '";}i:1;O:4:"User":1:{s:3:"old";i:1;}i:2;r:2;}';
$short = fn(string $name) => 'a:2:{i:0;O:8:"stdClass":1:{s:4:"name";s:3:"' . $name . '";}i:1;r:2;}';
$a = spawn(fn() => unserialize($text('ann')));
$b = spawn(fn() => unserialize($short('bob')));
$c = spawn(fn() => unserialize($text('cid')));
foreach ([$a, $b, $c] as $one) {
    echo json_encode(await($one)), "\n";
}

class Slow
{
    public function __construct(public int $ms) {}
    public function __serialize(): array { delay($this->ms); return [$this->ms]; }
    public function __unserialize(array $data): void { delay($this->ms = $data[0]); }
}
$object = new stdClass;
$value = fn(int $ms) => [$object, new Slow($ms), $object, new Slow($ms + 1)];
$alone = serialize($value(3));
[$texts] = await_all([
    spawn(fn() => serialize($value(3))), spawn(fn() => serialize($value(1))),
    spawn(fn() => serialize($value(3))), spawn(fn() => unserialize($alone)),
]);
var_dump($texts[0] === $alone, $texts[2] === $alone);
var_dump($texts[3][0] === $texts[3][2], count($texts[3]));

// One that ends last leaves nothing that a later one would go on with.
await_all([spawn(fn() => unserialize(serialize(new Slow(1)))), spawn(fn() => serialize(new Slow(8)))]);
for ($i = 0; $i < 5; $i++) {
    $pad[] = str_repeat('A', 8200);
    echo json_encode(unserialize($short('dan'))), "\n";
}
echo "done\n";
?>
--EXPECT--
[{"name":"ann"},{"old":1},{"name":"ann"}]
[{"name":"bob"},{"name":"bob"}]
[{"name":"cid"},{"old":1},{"name":"cid"}]
bool(true)
bool(true)
bool(true)
int(4)
[{"name":"dan"},{"name":"dan"}]
[{"name":"dan"},{"name":"dan"}]
[{"name":"dan"},{"name":"dan"}]
[{"name":"dan"},{"name":"dan"}]
[{"name":"dan"},{"name":"dan"}]
done
