--TEST--
SPEC 47.8: phpinfo() names cenote, not the reference
--FILE--
<?php
ob_start();
phpinfo(INFO_MODULES);
$info = ob_get_clean();
var_dump(str_contains($info, "\ncenote\n"), (bool) preg_match('/^cenote => \d/m', $info), stripos($info, 'true' . '-async') === false, extension_loaded('cenote'));
foreach (['cenote.unhandled', 'async.debug_deadlock'] as $name) { echo $name, ' ', str_contains($info, "\n$name => ") ? 'listed' : 'missing', "\n"; }
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
cenote.unhandled listed
async.debug_deadlock listed
