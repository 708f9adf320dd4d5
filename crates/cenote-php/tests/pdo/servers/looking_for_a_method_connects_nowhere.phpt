--TEST--
SPEC 27.6: method_exists, is_callable and reflection on an object without connections open none, raise nothing and know the driver's methods
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$asked = stream_socket_server('tcp://127.0.0.1:0'); // nobody ever answers here
$port = (int) substr(strrchr(stream_socket_get_name($asked, false), ':'), 1);
$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_TIMEOUT => 2];
foreach (['down' => 1, 'silent' => $port] as $server => $at) {
    $pdo = new PDO("pgsql:host=127.0.0.1;port=$at;dbname=x", 'u', 'p', $options);
    foreach (['nope', 'pgsqlLOBCreate', 'PGSQLCOPYFROMARRAY', 'sqliteCreateFunction', 'getPool', 'query'] as $name) {
        say("$server $name", method_exists($pdo, $name), is_callable([$pdo, $name]));
    }
    $method = new ReflectionFunction($pdo->pgsqlCopyFromArray(...)); // no class has it
    say('parameters', implode(', ', array_map(fn ($p) => $p->getName(), $method->getParameters())));
    say('no method', thrown(fn () => $pdo->nope())->getMessage());
    say('twice', method_exists($pdo, 'nope'), $pdo->errorCode(), $pdo->getPool()->stats()['created']);
}
say('asked for a connection', @stream_socket_accept($asked, 0) !== false);

// With a file that cannot be opened, and one that is not there yet.
$missing = new PDO('sqlite:/nowhere/at/all', null, null, $options);
say('sqlite', method_exists($missing, 'nope'), method_exists($missing, 'sqliteCreateFunction'));
$file = database();
unlink($file);
$pdo = pool(1, $file);
say('new file', method_exists($pdo, 'nope'), method_exists($pdo, 'sqliteCreateCollation'), file_exists($file));

// In a destructor, and with an exception on its way.
class Look
{
    public function __construct(private PDO $pdo)
    {
    }

    public function __destruct()
    {
        say('destructor', method_exists($this->pdo, 'nope'), method_exists($this->pdo, 'pgsqlGetPid'));
    }
}
$throws = function () use ($options) {
    $look = new Look(new PDO('pgsql:host=127.0.0.1;port=1;dbname=x', 'u', 'p', $options));
    throw new LogicException('kept');
};
say('exception', thrown($throws)->getMessage());
echo "done\n";
--EXPECT--
down nope: false | false
down pgsqlLOBCreate: true | true
down PGSQLCOPYFROMARRAY: true | true
down sqliteCreateFunction: false | false
down getPool: true | true
down query: true | true
parameters: tableName, rows, separator, nullAs, fields
no method: Call to undefined method PDO::nope()
twice: false | 00000 | 0
silent nope: false | false
silent pgsqlLOBCreate: true | true
silent PGSQLCOPYFROMARRAY: true | true
silent sqliteCreateFunction: false | false
silent getPool: true | true
silent query: true | true
parameters: tableName, rows, separator, nullAs, fields
no method: Call to undefined method PDO::nope()
twice: false | 00000 | 0
asked for a connection: false
sqlite: false | true
new file: false | true | false
destructor: false | true
exception: kept
done
