--TEST--
SPEC 30: suspension below internal functions: array functions, preg_replace_callback, iterators, call_user_func
--FILE--
<?php
use function Async\{spawn, await, suspend};

class Words implements IteratorAggregate, ArrayAccess, Countable, JsonSerializable, Stringable
{
    public function __construct(private array $w) {}
    public function getIterator(): Iterator { foreach ($this->w as $k => $v) { suspend(); yield $k => $v; } }
    public function offsetExists(mixed $k): bool { suspend(); return isset($this->w[$k]); }
    public function offsetGet(mixed $k): mixed { suspend(); return $this->w[$k]; }
    public function offsetSet(mixed $k, mixed $v): void { suspend(); if ($k === null) $this->w[] = $v; else $this->w[$k] = $v; }
    public function offsetUnset(mixed $k): void { suspend(); unset($this->w[$k]); }
    public function count(): int { suspend(); return count($this->w); }
    public function jsonSerialize(): mixed { suspend(); return $this->w; }
    public function __toString(): string { suspend(); return implode(' ', $this->w); }
    public function __get($name) { suspend(); return "property $name"; }
    public static function __callStatic($name, $args) { suspend(); return "static $name"; }
}
$work = function (string $p) {
    $slow = function ($x) use ($p) { suspend(); return "$p$x"; };
    $w = new Words(["{$p}1", "{$p}2"]);
    $w[] = "{$p}3";
    unset($w[0]);
    $out = [
        implode(',', array_map($slow, [1, 2])),
        implode(',', array_filter([1, 2, 3], function ($x) { suspend(); return $x != 2; })),
        array_reduce([1, 2, 3], function ($c, $x) { suspend(); return $c + $x; }, 0),
        preg_replace_callback('/\d/', fn($m) => $slow($m[0]), 'x1y2'),
        call_user_func_array($slow, ['z']),
        implode(',', iterator_to_array($w)),
        count($w), json_encode($w), "$w", $w->any, Words::thing(), isset($w[1]) ? 'set' : 'unset', $w[1],
        implode(',', [...$w]),
    ];
    $array = [1, 2];
    array_walk($array, function (&$v, $k) { suspend(); $v = $v * 10 + $k; });
    $out[] = implode(',', $array);
    return implode(' | ', $out);
};
$a = spawn($work, 'a');
$b = spawn($work, 'b');
echo await($a), "\n", await($b), "\n";
echo "done\n";
?>
--EXPECT--
a1,a2 | 1,3 | 6 | xa1ya2 | az | a2,a3 | 2 | {"1":"a2","2":"a3"} | a2 a3 | property any | static thing | set | a2 | a2,a3 | 10,21
b1,b2 | 1,3 | 6 | xb1yb2 | bz | b2,b3 | 2 | {"1":"b2","2":"b3"} | b2 b3 | property any | static thing | set | b2 | b2,b3 | 10,21
done
