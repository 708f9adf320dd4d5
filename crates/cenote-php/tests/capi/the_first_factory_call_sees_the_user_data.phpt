--TEST--
SPEC 34.15, 31.4: user data is set before the first resources are made
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

$seen = [];
$pool = capi_new(["min" => 2, "max" => 3], ["factory" => function (int $id, string $label) use (&$seen): void { $seen[] = "$label $id"; }], "mine");
say("seen", $seen);
echo "done\n";
--EXPECT--
seen: ["mine 1","mine 2"]
done
