--TEST--
SPEC 10.1: from beforeAcquire null, 0, "", nothing and any other value accept; only literal false rejects
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$answers = [null, 0, 0.0, '', '0', 'false', [], true, 1, new stdClass(), NAN];
foreach ($answers as $answer) {
    $pool = (new Probe(quiet: true))->pool(beforeAcquire: fn () => $answer, min: 1);
    line($answer, 'gives', $pool->acquire());
}
$pool = (new Probe(quiet: true))->pool(beforeAcquire: function () {}, min: 1);
line('nothing gives', $pool->acquire());
$pool = (new Probe(quiet: true))->pool(beforeAcquire: fn () => false, min: 1);
line('false gives', $pool->acquire());

finish();
--EXPECT--
null gives r1
0 gives r1
0.0 gives r1
 gives r1
0 gives r1
false gives r1
[] gives r1
true gives r1
1 gives r1
object gives r1
NAN gives r1
nothing gives r1
false gives r2
done
