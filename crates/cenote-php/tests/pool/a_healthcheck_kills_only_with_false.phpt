--TEST--
SPEC 10.1, 36.4: from a healthcheck null, 0, "", nothing and any other value mean healthy; only literal false kills
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$answers = [null, 0, '', '0', [], true, new stdClass(), false];
$probe = new Probe(quiet: true);
$seen = [];
$pool = $probe->pool(
    healthcheck: function (Res $r) use ($answers, &$seen) {
        $seen[$r->id] = true;
        if ($r->id > count($answers)) {
            return;
        }

        return $answers[$r->id - 1];
    },
    min: count($answers) + 1,
    healthcheckInterval: 1,
);
until(function () use (&$seen) {
    return count($seen) > 9;
}, 'a check of all, and of the replacement');
line('destroyed', $probe->destroyed);
$pool->close();

finish();
--EXPECT--
destroyed [8]
done
