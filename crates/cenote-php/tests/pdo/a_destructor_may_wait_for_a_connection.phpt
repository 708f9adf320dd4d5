--TEST--
SPEC 30.12, 18.1: from PHP 8.4 on a destructor waits for a connection, and works on its coroutine's
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip destructors may switch from PHP 8.4 on');
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
final class Logger
{
    public function __construct(private PDO $pdo)
    {
    }

    public function __destruct()
    {
        say('in the destructor', $this->pdo->inTransaction(), name_of($this->pdo));
    }
}
$pdo = pool(1, database(), NAMED);
$name = name_of($pdo);
$hold = $pdo->query('SELECT 1');
$waiting = spawn(function () use ($pdo, $name) {
    $logger = new Logger($pdo);
    ob_start(fn($text) => str_replace($name, 'the one connection', $text));
    unset($logger);
    $pdo->beginTransaction();
    $logger = new Logger($pdo);
    unset($logger);
    $pdo->rollBack();
});
suspend();
say('others run', $waiting->isCompleted());
$hold = null;
await($waiting);
say('usage', usage($pdo));
echo "done\n";
--EXPECT--
others run: false
in the destructor: false | the one connection
in the destructor: true | the one connection
usage: 1 idle, 0 active
done
