--TEST--
SPEC 29.5, 34.23: a PDO object whose constructor did not finish is refused by every method, as on stock PHP, and leaves no connection behind
--FILE--
<?php
require __DIR__ . '/helpers.inc';
class Skipped extends PDO
{
    public function __construct()
    {
    }
}
class Half extends PDO
{
    public static ?PDO $kept = null;

    public function __construct(string $dsn, array $options)
    {
        self::$kept = $this;
        parent::__construct($dsn, null, null, $options);
    }
}
$file = database('CREATE TABLE once (n INTEGER PRIMARY KEY)');
say('failed', get_class(thrown(fn() => new Half("sqlite:$file", [
    PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => 2, PDO::ATTR_POOL_INIT => 'INSERT INTO once VALUES (1)',
]))));
say('and what was refused outright', get_class(thrown(fn() => new Half('sqlite::memory:', [PDO::ATTR_POOL_ENABLED => true]))));
$refused = Half::$kept;
$half = null;
try {
    new Half("sqlite:$file", [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => 1, PDO::ATTR_POOL_INIT => 'nonsense']);
} catch (PDOException) {
    $half = Half::$kept;
}
foreach (['not called' => new Skipped(), 'refused' => $refused, 'half made' => $half] as $name => $pdo) {
    foreach (['query', 'exec', 'prepare', 'quote'] as $method) {
        say("$name, $method", get_class(thrown(fn() => $pdo->$method('SELECT 1'))));
    }
    foreach (['beginTransaction', 'commit', 'inTransaction', 'errorCode', 'errorInfo', 'lastInsertId', 'getPool'] as $method) {
        thrown(fn() => $pdo->$method());
    }
}
say('connections', opened($file));
echo "done\n";
--EXPECT--
failed: PDOException
and what was refused outright: PDOException
not called, query: Error
not called, exec: Error
not called, prepare: Error
not called, quote: Error
refused, query: Error
refused, exec: Error
refused, prepare: Error
refused, quote: Error
half made, query: Error
half made, exec: Error
half made, prepare: Error
half made, quote: Error
connections: 0
done
