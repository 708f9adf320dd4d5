--TEST--
SPEC 30.16: an object that one coroutine encodes, prints, or is in a magic method of is as good as untouched to others
--FILE--
<?php
use function Async\{await_all_or_fail, delay, spawn};

class Slow implements JsonSerializable
{
    public function __construct(private ?array $below = null)
    {
    }

    public function jsonSerialize(): mixed
    {
        delay(2);
        return ['id' => 1, 'below' => $this->below];
    }

    public function __debugInfo(): array
    {
        delay(2);
        return ['id' => 1];
    }
}

#[AllowDynamicProperties]
class Lazy
{
    public array $set = [];

    public function __get($name)
    {
        $name = strtoupper($name); // the argument may change
        delay(3);
        return "loaded $name";
    }

    public function __set($name, $value)
    {
        delay(3);
        $this->set[] = "$name=$value";
    }

    public function __isset($name)
    {
        delay(1);
        return true;
    }

    public function __unset($name)
    {
        delay(1);
        $this->set[] = "unset $name";
    }
}

class Endless
{
    public function __get($name)
    {
        delay(1);
        return @$this->$name ?? 'the guard still holds';
    }
}

function both(Closure $work): array
{
    return await_all_or_fail([spawn($work), spawn($work)]);
}

$slow = new Slow();
$array = ['x' => $slow, 'list' => [1, [$slow]]];
$object = (object) ['y' => $slow, 'deep' => (object) ['z' => $slow]];
$nested = new Slow(['s' => $slow]);
foreach ([$slow, $array, $object, $nested] as $value) {
    [$one, $two] = both(fn () => json_encode($value));
    echo $one, $one === $two ? ' twice' : " and $two", "\n";
    [$one, $two] = both(fn () => print_r($value, true));
    echo $one === $two && !str_contains($one, 'RECURSION') ? 'printed twice' : "$one and $two", "\n";
}
$array['self'] = &$array;
echo json_encode(both(fn () => json_encode($array, JSON_PARTIAL_OUTPUT_ON_ERROR))), "\n";

$lazy = new Lazy();
echo json_encode(both(fn () => [$lazy->user, $lazy->group])), "\n";
echo json_encode(both(fn () => [isset($lazy->user), isset($lazy->zip)])), "\n";
both(function () use ($lazy) {
    $lazy->name = 1;
    unset($lazy->name);
});
echo json_encode($lazy->set), "\n";
$endless = new Endless();
echo json_encode(both(fn () => $endless->name)), "\n";
unset($lazy, $slow, $array, $object, $nested);
echo "done\n";
?>
--EXPECT--
{"id":1,"below":null} twice
printed twice
{"x":{"id":1,"below":null},"list":[1,[{"id":1,"below":null}]]} twice
printed twice
{"y":{"id":1,"below":null},"deep":{"z":{"id":1,"below":null}}} twice
printed twice
{"id":1,"below":{"s":{"id":1,"below":null}}} twice
printed twice
["{\"x\":{\"id\":1,\"below\":null},\"list\":[1,[{\"id\":1,\"below\":null}]],\"self\":null}","{\"x\":{\"id\":1,\"below\":null},\"list\":[1,[{\"id\":1,\"below\":null}]],\"self\":null}"]
[["loaded USER","loaded GROUP"],["loaded USER","loaded GROUP"]]
[[true,true],[true,true]]
["name=1","name=1","unset name","unset name"]
["the guard still holds","the guard still holds"]
done
