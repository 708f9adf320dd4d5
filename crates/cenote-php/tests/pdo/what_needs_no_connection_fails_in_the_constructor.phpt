--TEST--
SPEC 17.1: unknown driver, bad DSN, alias and URI, and wrong option types fail in the constructor as without a pool
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$memory = 'sqlite::memory:';
$calls = [
    'unknown driver' => ['nodriver:x'],
    'no driver' => ['nonsense'],
    'unreadable URI' => ['uri:file:///cenote/none'],
    'no arguments' => [],
    'DSN of wrong type' => [[]],
    'user of wrong type' => [$memory, []],
    'options of wrong type' => [$memory, null, null, 'x'],
    'ERRMODE out of range' => [$memory, null, null, [PDO::ATTR_ERRMODE => 77]],
    'ERRMODE of wrong type' => [$memory, null, null, [PDO::ATTR_ERRMODE => []]],
    'CASE out of range' => [$memory, null, null, [PDO::ATTR_CASE => 77]],
    'STATEMENT_CLASS' => [$memory, null, null, [PDO::ATTR_STATEMENT_CLASS => ['nothing']]],
    'DEFAULT_FETCH_MODE' => [$memory, null, null, [PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_DEFAULT]],
];
$file = database();
foreach ($calls as $name => $arguments) {
    $plain = outcome(fn() => new PDO(...$arguments), $file);
    if (($arguments[0] ?? null) === $memory) {
        $arguments[0] = "sqlite:$file";
    }
    if (count($arguments) > 0 && is_array($arguments[3] ?? [])) {
        $arguments += [1 => null, 2 => null];
        $arguments[3] = ($arguments[3] ?? []) + [PDO::ATTR_POOL_ENABLED => true];
    }
    $pooled = outcome(fn() => new PDO(...$arguments), $file);
    if ($plain !== $pooled) {
        echo "== $name\n-- plain\n$plain-- pooled\n$pooled";
    }
}
say('compared', count($calls));
say('connected', opened($file));
echo "done\n";
--EXPECT--
compared: 12
connected: 0
done
