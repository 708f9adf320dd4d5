--TEST--
SPEC 50.7: a child process neither uses nor closes what its parent keeps; the parent goes on with it
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE);
$make = fn() => new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true] + NAMED);
$pdo = $make();
$name = name_of($pdo);
unset($pdo);
$pid = pcntl_fork();
if ($pid === 0) {
    exit(name_of($make()) === $name ? 1 : 0);
}
pcntl_waitpid($pid, $status);
say('the child has its own', pcntl_wexitstatus($status));
say('the parent goes on', name_of($make()) === $name);
echo "done\n";
--EXPECT--
the child has its own: 0
the parent goes on: true
done
