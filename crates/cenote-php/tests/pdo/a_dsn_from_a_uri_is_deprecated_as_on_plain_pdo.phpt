--TEST--
SPEC 17.1: a uri: DSN is deprecated with a pool as without, and an error handler that throws ends the constructor
--INI--
error_reporting=-1
--SKIPIF--
<?php if (PHP_VERSION_ID < 80500) die('skip uri: is deprecated since PHP 8.5');
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$file = database();
$dsn = "$file.dsn";
file_put_contents($dsn, "sqlite:$file\n");
$construct = fn(bool $pooled) => new PDO("uri:file://$dsn", null, null, [PDO::ATTR_POOL_ENABLED => $pooled]);
foreach (['a handler that prints' => fn($level, $message) => print("[$level] $message\n"), 'one that throws' => fn($level, $message) => throw new Exception($message)] as $name => $handler) {
    foreach ([false, true] as $pooled) {
        set_error_handler($handler);
        try {
            $construct($pooled);
            say($name, $pooled, 'constructed');
        } catch (Exception $e) {
            say($name, $pooled, get_class($e), $e->getMessage());
        }
        restore_error_handler();
    }
}
unlink($dsn);
say('connected', opened($file));
echo "done\n";
--EXPECT--
[8192] Looking up the DSN from a URI is deprecated due to possible security concerns with DSNs coming from remote URIs
a handler that prints: false | constructed
[8192] Looking up the DSN from a URI is deprecated due to possible security concerns with DSNs coming from remote URIs
a handler that prints: true | constructed
one that throws: false | Exception | Looking up the DSN from a URI is deprecated due to possible security concerns with DSNs coming from remote URIs
one that throws: true | Exception | Looking up the DSN from a URI is deprecated due to possible security concerns with DSNs coming from remote URIs
connected: 0
done
