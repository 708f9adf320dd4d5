--TEST--
SPEC 30: a Channel carries any value, null included, and keeps object identity
--FILE--
<?php
use function Async\{spawn, suspend};

$ch = new Async\Channel(10);
$o = new stdClass;
foreach ([null, false, 0, '', [], [1, [2]], 1.5] as $v) {
    $ch->send($v);
}
while (true) {
    $v = $ch->recv();
    echo json_encode($v), ' ';
    if ($v === 1.5) {
        break;
    }
}
echo "\n";
$ch->send($o);
var_dump($ch->recv() === $o);
$weak = WeakReference::create($o);
$ch->send($o);
unset($o);
var_dump($weak->get() !== null); // kept alive by the buffer alone
unset($ch);
var_dump($weak->get());
echo "done\n";
?>
--EXPECT--
null false 0 "" [] [1,[2]] 1.5 
bool(true)
bool(true)
NULL
done
