--TEST--
SPEC 19.1, 23.2: quote() on SQLite takes a connection once, to find how the driver quotes, and needs none from then on: it waits for nobody, quotes as plain PDO does and ends what errorCode() shows
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$file = database(TABLE);
$pdo = pool(1, $file, [PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 20]);
$plain = new PDO("sqlite:$file");
$acquires = fn () => $pdo->getPool()->stats()['acquires'];
$state = fn (Closure $call) => attempt($call) . ', then ' . $pdo->errorCode();
function attempt(Closure $call): string
{
    try {
        return var_export($call(), true);
    } catch (PDOException $error) {
        return is_string($error->getCode()) ? $error->getCode() : $error->getMessage();
    }
}

$pdo->beginTransaction();
$other = fn (string $text) => await(spawn(fn () => attempt(fn () => $pdo->quote($text))));
say('before the first one, with the only connection taken', $other("it's"));
$pdo->rollBack();

say('the first one and its acquires', $pdo->quote("it's"), $acquires());
say('the second one', $pdo->quote("it's"), $acquires());
$pdo->beginTransaction();
say('with the only connection taken', $other("it's"));
foreach (['', "a\0b", "''", str_repeat('x', 5000)] as $text) {
    $quoted = attempt(fn () => $plain->quote($text)); // from PHP 8.5 on, none with a null byte
    if (attempt(fn () => $pdo->quote($text)) !== $quoted || $other($text) !== $quoted) {
        say('differs', $text);
    }
}
say('kinds', $pdo->quote('5', PDO::PARAM_INT), $plain->quote('5', PDO::PARAM_INT));
say('in a transaction', $state(fn () => $pdo->exec('NONSENSE')));
say('in a transaction', $state(fn () => $pdo->quote('x')));
$pdo->rollBack();
say('outside', $state(fn () => $pdo->exec('NONSENSE')));
say('outside', $state(fn () => $pdo->quote('x')));

// Another object of the same class learns it for itself.
$second = pool(1, $file);
say('another object', $second->quote('x'), usage($second));
unset($second);
say('still', $pdo->quote('x'));
echo "done\n";
--EXPECT--
before the first one, with the only connection taken: HYT00
the first one and its acquires: 'it''s' | 2
the second one: 'it''s' | 2
with the only connection taken: '\'it\'\'s\''
kinds: '5' | '5'
in a transaction: HY000, then HY000
in a transaction: '\'x\'', then 00000
outside: HY000, then HY000
outside: '\'x\'', then 00000
another object: 'x' | 1 idle, 0 active
still: 'x'
done
