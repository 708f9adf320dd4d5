--TEST--
SPEC 16.1: a user subclass with its own constructor, query() and properties works in every coroutine
--FILE--
<?php
use function Async\suspend;
require __DIR__ . '/helpers.inc';
final class Shop extends PDO
{
    public array $log = [];

    public function __construct(string $file, private string $prefix)
    {
        parent::__construct("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
    }

    public function query(string $query, ?int $mode = null, mixed ...$arguments): PDOStatement|false
    {
        $this->log[] = $this->prefix . $query;
        return parent::query($query, $mode, ...$arguments);
    }

    public function answer(int $n): int
    {
        $statement = $this->query("SELECT $n");
        suspend();
        return $statement->fetchColumn();
    }
}
$shop = new Shop(database(), '> ');
say('answers', together(fn() => $shop->answer(7), fn() => $shop->answer(8), fn() => $shop->answer(9)));
sort($shop->log);
say('log', $shop->log);
say('usage', usage($shop));
echo "done\n";
--EXPECT--
answers: [7,8,9]
log: ["> SELECT 7","> SELECT 8","> SELECT 9"]
usage: 2 idle, 0 active
done
