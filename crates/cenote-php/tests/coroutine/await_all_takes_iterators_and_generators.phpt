--TEST--
SPEC 30: await_all() and await_all_or_fail() take iterators, aggregates and generators, which may suspend
--FILE--
<?php
use function Async\{spawn, await_all, await_all_or_fail, suspend};

function tasks()
{
    foreach (['a', 'b', 'c'] as $key) {
        suspend();
        yield $key => spawn(function () use ($key) { suspend(); return "value $key"; });
    }
}
class Bag implements IteratorAggregate
{
    public function getIterator(): Iterator { return new ArrayIterator(['k' => spawn(fn() => 'in a bag')]); }
}
echo json_encode(await_all(tasks())), "\n";
echo json_encode(await_all_or_fail(tasks())), "\n";
echo json_encode(await_all_or_fail(new ArrayIterator([spawn(fn() => 1), spawn(fn() => 2)]))), "\n";
echo json_encode(await_all(new Bag)), "\n";
echo "done\n";
?>
--EXPECT--
[{"a":"value a","b":"value b","c":"value c"},[]]
{"a":"value a","b":"value b","c":"value c"}
[1,2]
[{"k":"in a bag"},[]]
done
