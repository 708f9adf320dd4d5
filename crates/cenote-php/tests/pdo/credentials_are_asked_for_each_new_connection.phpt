--TEST--
SPEC 16.10: ATTR_POOL_CREDENTIALS is called for each new connection, may wait and throw, and must return a user and a password
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

$file = database();
$with = fn (mixed $ask, int $max = 2, array $more = []) => pool($max, $file, [PDO::ATTR_POOL_CREDENTIALS => $ask] + $more);
$asked = 0;
$pdo = $with(function () use (&$asked): array {
    $asked++;
    delay(5);
    return ['user', 'secret'];
});
say('before use', $asked);
say('together', together(...array_fill(0, 2, fn () => [$pdo->query('SELECT 1'), delay(20)][0]->fetchColumn())), 'asked', $asked);
say('again', value($pdo, 'SELECT 2'), 'asked', $asked);
ob_start();
var_dump($pdo, $pdo->getPool());
print_r($pdo);
say('in a dump', str_contains(ob_get_contents() . ob_end_clean(), 'secret'));
say('read', thrown(fn () => $pdo->getAttribute(PDO::ATTR_POOL_CREDENTIALS))->getMessage());
say('min', (function () use ($with) {
    $asked = 0;
    $with(function () use (&$asked) { $asked++; return [null, null]; }, 3, [PDO::ATTR_POOL_MIN => 3]);
    return $asked;
})());
foreach ([null, 'user', [], ['user'], ['user', 1], ['user' => 'a', 'password' => 'b'], ['a', 'b', 'c'], new ArrayObject(['a', 'b'])] as $wrong) {
    $pdo = $with(fn () => $wrong);
    $e = thrown(fn () => $pdo->query('SELECT 1'));
    say(json_encode($wrong), get_class($e), $e->getCode(), $pdo->getPool()->activeCount());
}
say('text', $e->getMessage());
$fails = true;
$pdo = $with(function () use (&$fails) {
    return $fails ? throw new DomainException('vault is sealed') : ['a', 'b'];
});
say('throws', get_class($e = thrown(fn () => $pdo->query('SELECT 1'))), $e->getMessage(), $pdo->getPool()->activeCount());
$fails = false;
say('then', value($pdo, 'SELECT 3'));
$pdo = $with(function () { delay(10000); });
$waits = spawn(fn () => $pdo->query('SELECT 1'));
delay(5);
$waits->cancel();
say('cancelled', get_class(thrown(fn () => await($waits))), $pdo->getPool()->activeCount());
// It cannot work with the object itself, which would ask it again.
$file = database('CREATE TABLE secret (word TEXT)', "INSERT INTO secret VALUES ('s')");
$heard = [];
foreach ([1, 2] as $max) {
    $inner = new PDO("sqlite:$file");
    $pdo = $with(function () use (&$pdo, &$heard, $inner): array {
        foreach ([fn () => $pdo->query('SELECT 1'), fn () => $pdo->exec('SELECT 1'), fn () => $pdo->beginTransaction(),
            fn () => $pdo->quote('x'), fn () => $pdo->prepare('SELECT 1')] as $use) {
            $e = thrown($use);
            $heard[] = get_class($e) . ' ' . $e->getCode();
        }
        $heard[] = json_encode([$pdo->errorCode(), $pdo->inTransaction(), $pdo->getPool()->activeCount(), $pdo->getAttribute(PDO::ATTR_POOL_MAX)]);
        $heard['text'] = $e->getMessage();
        return ['user', value($inner, 'SELECT word FROM secret')];
    }, $max);
    say('from within', await(spawn(fn () => value($pdo, 'SELECT 4'))), $heard, usage($pdo));
    $heard = [];
}
$pdo = $with(fn () => [$pdo->query('SELECT 1'), 'x']);
say('uncaught there', get_class($e = thrown(fn () => $pdo->query('SELECT 1'))), $e->getCode(), usage($pdo));
foreach (['nonsense', 5, [new stdClass(), 'x']] as $wrong) {
    $e = thrown(fn () => $with($wrong));
    say('no callable', get_class($e), $e->getMessage());
}
// The object in the function's own hands is freed all the same.
$gone = WeakReference::create($pdo = $with(function () use (&$pdo) { return ['a', 'b']; }));
value($pdo, 'SELECT 1');
$pdo = null;
gc_collect_cycles();
say('freed', $gone->get());
echo "done\n";
--EXPECT--
before use: 0
together: [1,1] | asked | 2
again: 2 | asked | 2
in a dump: false
read: SQLSTATE[IM001]: Driver does not support this function: PDO::ATTR_POOL_CREDENTIALS is a construction-only attribute and cannot be read at runtime; getPool()->stats() has the pool's figures
min: 3
null: PDOException | HY000 | 0
"user": PDOException | HY000 | 0
[]: PDOException | HY000 | 0
["user"]: PDOException | HY000 | 0
["user",1]: PDOException | HY000 | 0
{"user":"a","password":"b"}: PDOException | HY000 | 0
["a","b","c"]: PDOException | HY000 | 0
{"0":"a","1":"b"}: PDOException | HY000 | 0
text: SQLSTATE[HY000]: The function in PDO::ATTR_POOL_CREDENTIALS must return [user, password], two strings or null
throws: DomainException | vault is sealed | 0
then: 3
cancelled: Async\AsyncCancellation | 0
from within: 4 | {"0":"PDOException HY000","1":"PDOException HY000","2":"PDOException HY000","3":"PDOException HY000","4":"PDOException HY000","5":"[\"00000\",false,1,1]","text":"SQLSTATE[HY000]: The function in PDO::ATTR_POOL_CREDENTIALS cannot use the PDO object that it is called for: the connection would need the credentials that the function is about to return. Use another PDO object there"} | 1 idle, 0 active
from within: 4 | {"0":"PDOException HY000","1":"PDOException HY000","2":"PDOException HY000","3":"PDOException HY000","4":"PDOException HY000","5":"[\"00000\",false,1,2]","text":"SQLSTATE[HY000]: The function in PDO::ATTR_POOL_CREDENTIALS cannot use the PDO object that it is called for: the connection would need the credentials that the function is about to return. Use another PDO object there"} | 1 idle, 0 active
uncaught there: PDOException | HY000 | 0 idle, 0 active
no callable: TypeError | Attribute value must be of type callable for PDO::ATTR_POOL_CREDENTIALS, string given
no callable: TypeError | Attribute value must be of type callable for PDO::ATTR_POOL_CREDENTIALS, int given
no callable: TypeError | Attribute value must be of type callable for PDO::ATTR_POOL_CREDENTIALS, array given
freed: null
done
