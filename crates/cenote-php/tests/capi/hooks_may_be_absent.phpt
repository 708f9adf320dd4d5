--TEST--
SPEC 31.4: a C pool without any hook hands out and takes back; its things stay its own
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$pool = capi_new(["max" => 2, "short" => 1]);
$a = capi_acquire($pool);
$b = capi_acquire($pool);
say("two", $a, $b, capi_info($pool));
say("back", capi_release($pool, $a), capi_release($pool, $b), capi_acquire($pool));
capi_close($pool);
say("living", capi_living(), capi_info($pool)["closed"]);
echo "done\n";
--EXPECT--
two: 1 | 2 | {"min":0,"max":2,"count":2,"idle":0,"active":2,"waiting":0,"state":0,"closed":false}
back: true | true | 1
living: 1 | true
done
