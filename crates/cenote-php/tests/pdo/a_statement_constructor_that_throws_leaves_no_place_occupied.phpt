--TEST--
SPEC 19.7, 16.1: an exception in the constructor of a statement class comes out as it is and leaves the connection free
--FILE--
<?php
require __DIR__ . '/helpers.inc';
final class Picky extends PDOStatement
{
    protected function __construct(string $mood)
    {
        throw new DomainException("constructor is $mood");
    }
}
$pdo = pool(1, database());
for ($i = 0; $i < 3; $i++) {
    say('for one statement', throws(fn() => $pdo->prepare('SELECT 1', [PDO::ATTR_STATEMENT_CLASS => [Picky::class, ['bad']]])));
}
say('usage', usage($pdo), value($pdo, 'SELECT 3'));
$pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Picky::class, ['bad']]);
say('by attribute', throws(fn() => $pdo->query('SELECT 1')), usage($pdo));
echo "done\n";
--EXPECT--
for one statement: DomainException: constructor is bad
for one statement: DomainException: constructor is bad
for one statement: DomainException: constructor is bad
usage: 1 idle, 0 active | 3
by attribute: DomainException: constructor is bad | 1 idle, 0 active
done
