--TEST--
SPEC 31.4, 34.28: options out of range, without a factory, or of an unknown kind are refused with what is wrong
--SKIPIF--
<?php require __DIR__ . "/skip.inc"; ?>
--FILE--
<?php
require __DIR__ . "/helpers.inc";

foreach ([["min" => -1], ["max" => 0], ["min" => 3, "max" => 2], ["healthcheckInterval" => -1], ["maxWaiters" => -1], ["recoveryLimit" => 0], ["noFactory" => 1], ["size" => -8], ["none" => 1], ["newer" => 1]] as $options) {
    say(json_encode($options), attempt(fn () => capi_new($options)));
}
echo "done\n";
--EXPECT--
{"min":-1}: ValueError: The options of a new pool are out of range: min must be >= 0
{"max":0}: ValueError: The options of a new pool are out of range: max must be >= 1
{"min":3,"max":2}: ValueError: The options of a new pool are out of range: min must be <= max
{"healthcheckInterval":-1}: ValueError: The options of a new pool are out of range: healthcheck_interval must be >= 0
{"maxWaiters":-1}: ValueError: The options of a new pool are out of range: max_waiters must be >= 0
{"recoveryLimit":0}: ValueError: The options of a new pool are out of range: recovery_limit must be >= 1
{"noFactory":1}: ValueError: The options of a new pool have no factory: it must not be NULL
{"size":-8}: ValueError: The options of a new pool say size=112, but version 1.0 has 120 bytes: start from ZEND_ASYNC_POOL_OPTIONS_INIT
{"none":1}: ValueError: The options of a new pool must not be NULL: start from ZEND_ASYNC_POOL_OPTIONS_INIT
{"newer":1}: ValueError: The options of a new pool set a member that this cenote does not know: update cenote
done
