--TEST--
SPEC 10.1: from beforeRelease null, 0, "", nothing and any other value accept; only literal false rejects
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$answers = [null, 0, 0.0, '', '0', 'false', [], true, 1, new stdClass(), false];
foreach ($answers as $answer) {
    $pool = (new Probe(quiet: true))->pool(beforeRelease: fn () => $answer);
    $pool->release($pool->acquire());
    line($answer, 'leaves', count($pool));
}
$pool = (new Probe(quiet: true))->pool(beforeRelease: function () {});
$pool->release($pool->acquire());
line('nothing leaves', count($pool));

finish();
--EXPECT--
null leaves 1
0 leaves 1
0.0 leaves 1
 leaves 1
0 leaves 1
false leaves 1
[] leaves 1
true leaves 1
1 leaves 1
object leaves 1
false leaves 0
nothing leaves 1
done
