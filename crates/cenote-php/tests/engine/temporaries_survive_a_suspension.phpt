--TEST--
SPEC 30: half-built values survive a suspension: string parts, arrays, call arguments, references, match and foreach
--FILE--
<?php
use function Async\{spawn, await, await_all_or_fail, suspend};

function pause($v) { suspend(); return $v; }
function &by_reference(array &$a) { suspend(); return $a['k']; }
class P { public $list = []; public function __construct(public $a, public $b) {} public function with(...$x) { $this->list = [...$this->list, ...$x]; return $this; } }

$work = function (string $p) {
    $a = ['k' => 1];
    $r = &by_reference($a);
    $r = pause("$p-ref");
    $text = "[" . pause("{$p}1") . "|" . pause("{$p}2") . "]" . "x{$p}y" . pause("z");
    $array = [pause('k1') => pause($p), ...[pause(1), pause(2)], 'n' => ['m' => pause(null)]];
    $o = (new P(pause(1), b: pause(2)))->with(pause($p), ...[pause(4)])->with(pause(5));
    $m = match (pause(2)) { pause(1) => 'no', pause(2) => pause('two') };
    $s = '';
    foreach ([pause(1), pause(2)] as $i => $x) { $s .= pause($i) . pause($x); }
    [$q, [$t]] = [pause('q'), [pause('t')]];
    $n = null;
    $n ??= pause('assigned');
    $list = $o->list;
    $list[pause(0)] .= pause('+');
    return json_encode([$a, $text, $array, $o->a, $o->b, $o->list, $m, $s, $q . $t, $n, $list]);
};
foreach (await_all_or_fail([spawn($work, 'a'), spawn($work, 'b')]) as $line) {
    echo $line, "\n";
}
echo "done\n";
?>
--EXPECT--
[{"k":"a-ref"},"[a1|a2]xayz",{"k1":"a","0":1,"1":2,"n":{"m":null}},1,2,["a",4,5],"two","0112","qt","assigned",["a+",4,5]]
[{"k":"b-ref"},"[b1|b2]xbyz",{"k1":"b","0":1,"1":2,"n":{"m":null}},1,2,["b",4,5],"two","0112","qt","assigned",["b+",4,5]]
done
