--TEST--
SPEC 16.3: a negative or non-finite time, or an unknown RESET word, is a ValueError of the constructor
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database();
foreach (['ACQUIRE_TIMEOUT', 'MAX_LIFETIME', 'IDLE_TIMEOUT'] as $name) {
    foreach ([-1, -0.5, NAN, INF] as $value) {
        $e = thrown(fn() => pool(1, $file, [constant("PDO::ATTR_POOL_$name") => $value, PDO::ATTR_POOL_MIN => 1]));
        say("$name " . var_export($value, true), get_class($e));
    }
}
foreach (['sometimes', ''] as $word) {
    say("RESET '$word'", get_class(thrown(fn() => pool(1, $file, [PDO::ATTR_POOL_RESET => $word]))));
}
say('connected', opened($file));
foreach (['auto', 'always', 'never'] as $word) {
    say("RESET '$word'", pool(1, $file, [PDO::ATTR_POOL_RESET => $word])->getAttribute(PDO::ATTR_POOL_RESET));
}
echo "done\n";
--EXPECT--
ACQUIRE_TIMEOUT -1: ValueError
ACQUIRE_TIMEOUT -0.5: ValueError
ACQUIRE_TIMEOUT NAN: ValueError
ACQUIRE_TIMEOUT INF: ValueError
MAX_LIFETIME -1: ValueError
MAX_LIFETIME -0.5: ValueError
MAX_LIFETIME NAN: ValueError
MAX_LIFETIME INF: ValueError
IDLE_TIMEOUT -1: ValueError
IDLE_TIMEOUT -0.5: ValueError
IDLE_TIMEOUT NAN: ValueError
IDLE_TIMEOUT INF: ValueError
RESET 'sometimes': ValueError
RESET '': ValueError
connected: 0
RESET 'auto': auto
RESET 'always': always
RESET 'never': never
done
