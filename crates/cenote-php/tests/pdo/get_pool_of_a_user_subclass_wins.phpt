--TEST--
SPEC 16.6: getPool() is not in PDO's class table, so a subclass may declare its own, with any signature
--FILE--
<?php
require __DIR__ . '/helpers.inc';
class WithPool extends PDO
{
    public function getPool(int $floor, string $name = 'main'): string
    {
        return "$name on floor $floor";
    }
}
class Plain extends PDO
{
}
$file = database();
say('in the class table', method_exists('PDO', 'getPool'), (new ReflectionClass('PDO'))->hasMethod('getPool'));
say('own', pool(1, $file, [], WithPool::class)->getPool(3));
say('own, not pooled', (new WithPool("sqlite:$file"))->getPool(4, 'side'));
say('subclass without', get_class(pool(1, $file, [], Plain::class)->getPool()));
say('not pooled', (new Plain("sqlite:$file"))->getPool());
say('callable', get_class(call_user_func([pool(1, $file), 'getPool'])), get_class((pool(1, $file)->getPool(...))()));
say('too many arguments', get_class(thrown(fn() => pool(1, $file)->getPool(1))));
echo "done\n";
--EXPECT--
in the class table: false | false
own: main on floor 3
own, not pooled: side on floor 4
subclass without: Async\Pool
not pooled: null
callable: Async\Pool | Async\Pool
too many arguments: ArgumentCountError
done
