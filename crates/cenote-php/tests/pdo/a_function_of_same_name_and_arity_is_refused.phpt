--TEST--
SPEC 26.3: the same name with another arity is another function; the same name and arity is refused with an exception that names both
--FILE--
<?php
use function Async\{await, spawn};
require __DIR__ . '/helpers.inc';
$pdo = pool(2, database());
say('one argument', $pdo->sqliteCreateFunction('f', fn($a) => 'one', 1));
say('two arguments', $pdo->sqliteCreateFunction('f', fn($a, $b) => 'two', 2));
$e = thrown(fn() => $pdo->sqliteCreateFunction('f', fn($a) => 'again', 1));
say('again', get_class($e), str_contains($e->getMessage(), 'already registered on the pool template'));
say('names both', preg_match('/\bf\b/', $e->getMessage()), preg_match('/\b1\b/', $e->getMessage()));
$look = fn() => [value($pdo, 'SELECT f(1)'), value($pdo, 'SELECT f(1, 2)')];
say('the first ones stay', $look(), await(spawn($look)));
say('in another letter case', get_class(thrown(fn() => $pdo->sqliteCreateFunction('F', fn($a) => 'again', 1))));
say('the pool works', usage($pdo));
echo "done\n";
--EXPECTF--
one argument: true
two arguments: true
again: PDOException | true
names both: 1 | 1
the first ones stay: ["one","two"] | ["one","two"]
in another letter case: PDOException
the pool works: %d idle, %d active
done
