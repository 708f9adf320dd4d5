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
