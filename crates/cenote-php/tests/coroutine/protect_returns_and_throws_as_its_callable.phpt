--TEST--
SPEC 30: protect() without a cancellation returns the callable's value and lets its exception through
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{protect, suspend, spawn, await};

var_dump(protect(fn() => 'value'));
var_dump(await(spawn(fn() => protect(function () { suspend(); return protect(fn() => 'nested'); }))));
attempt(fn() => protect(function () { suspend(); throw new RuntimeException('through'); }));
echo "done\n";
?>
--EXPECT--
string(5) "value"
string(6) "nested"
RuntimeException: through
done
