--TEST--
SPEC 17.5: a warning that the driver raises during a connect is part of the exception and reaches no error handler
--FILE--
<?php
require __DIR__ . '/helpers.inc';
set_error_handler(fn($level, $message) => print("unexpected: $message\n"));
$forbidden = '/cenote-forbidden.db';
ini_set('open_basedir', sys_get_temp_dir());
foreach (['plain' => [], 'pooled' => [PDO::ATTR_POOL_ENABLED => true]] as $name => $options) {
    $e = thrown(fn() => (new PDO("sqlite:$forbidden", null, null, $options))->query('SELECT 1'));
    $text = '';
    for ($cause = $e; $cause; $cause = $cause->getPrevious()) {
        $text .= $cause->getMessage();
    }
    say($name, get_class($e), str_contains($text, 'open_basedir restriction in effect'), str_contains($text, "prohibits opening $forbidden"));
}
echo "done\n";
--EXPECT--
plain: PDOException | true | true
pooled: PDOException | true | true
done
