--TEST--
SPEC 13.10, 34.31: resources whose checks have not begun when the script ends are destroyed as the others are
--FILE--
<?php
use function Async\suspend;

require __DIR__ . '/helpers.inc';

$pools = [];
for ($i = 0; $i < 3; $i++) {
    $pools[] = (new Probe())->pool(
        healthcheck: function (): bool { echo "checked\n"; return true; },
        min: 1,
        healthcheckInterval: 5,
    );
}
// Nobody else runs meanwhile: all rounds are due afterwards.
for ($end = hrtime(true) + 30e6; hrtime(true) < $end;);
suspend(); // the rounds are queued behind this
suspend(); // they run, and their checks are queued behind this
line('end of script');
--EXPECT--
make r1
make r1
make r1
end of script
destroy r1
destroy r1
destroy r1
