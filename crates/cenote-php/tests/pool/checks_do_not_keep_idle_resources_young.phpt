--TEST--
SPEC 13.3, 13.9: a check does not renew the idle time, so that idleTimeout fires in spite of rounds
--FILE--
<?php
require __DIR__ . '/helpers.inc';

// Anew if the machine stood still for so long that there was no time for checks.
for ($attempt = 0, $checks = 0; $attempt < 10 && $checks <= 1; $attempt++) {
    $checks = 0;
    $probe = new Probe(quiet: true);
    $pool = $probe->pool(healthcheck: function () use (&$checks) {
        $checks++;
    }, healthcheckInterval: 2, idleTimeout: 300);
    $pool->release($pool->acquire());
    until(fn () => $probe->destroyed === [1], 'the idle timeout');
}
line('checked before:', $checks > 1);
counts($pool);
$pool->close();

finish();
--EXPECT--
checked before: true
total=0 idle=0 active=0
done
