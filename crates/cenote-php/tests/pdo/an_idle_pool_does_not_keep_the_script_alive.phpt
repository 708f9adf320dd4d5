--TEST--
SPEC 13.10, 34.31, 35.24: health checks, idle and lifetime timers of a pool do not hold up the end of the script
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$started = hrtime(true);
[$output, $code] = run_php('
    $pdo = pool(4, database(), [
        PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 60, PDO::ATTR_POOL_IDLE_TIMEOUT => 60,
        PDO::ATTR_POOL_MAX_LIFETIME => 60,
    ]);
    Async\await(Async\spawn(fn() => value($pdo, "SELECT 1")));
    say("in the script", usage($pdo));
');
echo $output;
say('exit code', $code);
say('at once', hrtime(true) - $started < 20e9);
echo "done\n";
--EXPECT--
in the script: 2 idle, 0 active
exit code: 0
at once: true
done
