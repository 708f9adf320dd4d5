--TEST--
SPEC 27.5, 18.2, 21.6, 26.5: every method that Pdo\Pgsql has of its own, on objects made in each way: two coroutines at once each have their own connection and transaction
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) die('skip drivers have classes since PHP 8.4');
require __DIR__ . '/skip.inc';
?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

class OfPgsql extends Pdo\Pgsql {}

$server = Server::PostgreSql;
$admin = $server->plain();
$table = $server->table($admin, 'a int, b text');
$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2];
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-copy';
register_shutdown_function(fn () => array_map(unlink(...), glob("$file*")));

$methods = array_filter((new ReflectionClass(Pdo\Pgsql::class))->getMethods(), fn ($method) => $method->class === Pdo\Pgsql::class);
say('methods', array_map(fn ($method) => $method->name, array_values($methods)));

foreach ([
    'new' => fn () => new Pdo\Pgsql($server->dsn(), options: $options),
    'PDO::connect' => fn () => PDO::connect($server->dsn(), options: $options),
    'a child, connect' => fn () => OfPgsql::connect($server->dsn(), options: $options),
] as $way => $make) {
    $pdo = $make();
    $work = function (string $who) use ($server, $pdo, $table, $file) {
        $pdo->beginTransaction();
        $pid = $pdo->getPid();
        $steps = ['escapeIdentifier' => $pdo->escapeIdentifier('a"b')];
        $steps['copyFromArray'] = $pdo->copyFromArray($table, ["1\t$who", "2\t$who"]);
        delay(20);
        file_put_contents("$file-$who", "3|$who\n4|\\N\n");
        $steps['copyFromFile'] = $pdo->copyFromFile($table, "$file-$who", '|');
        delay(20);
        $steps['copyToArray'] = array_map(trim(...), $pdo->copyToArray($table, ',', 'null'));
        $steps['copyToFile'] = [$pdo->copyToFile($table, "$file-$who-out", ';'), substr_count(file_get_contents("$file-$who-out"), "\n")];
        $steps['lobCreate'] = is_string($oid = $pdo->lobCreate());
        $stream = $pdo->lobOpen($oid, 'w');
        fwrite($stream, str_repeat("$who ", 20_000));
        fclose($stream);
        delay(20);
        $stream = $pdo->lobOpen($oid);
        fseek($stream, 2);
        $steps['lobOpen'] = fread($stream, 3);
        fclose($stream);
        $steps['lobUnlink'] = $pdo->lobUnlink($oid);
        $same = $pid === $pdo->getPid();
        $pdo->rollBack();
        $pdo->exec("LISTEN news_of_$who");
        $server->plain()->exec("NOTIFY news_of_$who, 'for $who'");
        $steps['getNotify'] = $pdo->getNotify(PDO::FETCH_ASSOC, 5000)['payload'];
        return [$steps, $same && $pid === $pdo->getPid(), $pid];
    };
    [[$a, $same_a, $pid_a], [$b, $same_b, $pid_b]] = together(fn () => $work('a'), fn () => $work('b'));
    say($way, get_class($pdo), $pdo->getPool()->stats()['created']);
    foreach ($a as $step => $value) {
        say($step, $value, $b[$step]);
    }
    say('getPid', $same_a, $same_b, $pid_a !== $pid_b);
    say('setNoticeCallback', throws(fn () => $pdo->setNoticeCallback(fn () => null)));
    say('afterwards', settled($pdo), value($admin, "SELECT count(*) FROM $table"));
}
echo "done\n";
?>
--EXPECT--
methods: ["escapeIdentifier","copyFromArray","copyFromFile","copyToArray","copyToFile","lobCreate","lobOpen","lobUnlink","getNotify","getPid","setNoticeCallback"]
new: Pdo\Pgsql | 2
escapeIdentifier: "a""b" | "a""b"
copyFromArray: true | true
copyFromFile: true | true
copyToArray: ["1,a","2,a","3,a","4,null"] | ["1,b","2,b","3,b","4,null"]
copyToFile: [true,4] | [true,4]
lobCreate: true | true
lobOpen: a a | b b
lobUnlink: true | true
getNotify: for a | for b
getPid: true | true | true
setNoticeCallback: PDOException: setNoticeCallback() is not yet supported when PDO::ATTR_POOL_ENABLED is set: it would change one connection only. Use a PDO object without a pool for it
afterwards: 2 idle, 0 active | 0
PDO::connect: Pdo\Pgsql | 2
escapeIdentifier: "a""b" | "a""b"
copyFromArray: true | true
copyFromFile: true | true
copyToArray: ["1,a","2,a","3,a","4,null"] | ["1,b","2,b","3,b","4,null"]
copyToFile: [true,4] | [true,4]
lobCreate: true | true
lobOpen: a a | b b
lobUnlink: true | true
getNotify: for a | for b
getPid: true | true | true
setNoticeCallback: PDOException: setNoticeCallback() is not yet supported when PDO::ATTR_POOL_ENABLED is set: it would change one connection only. Use a PDO object without a pool for it
afterwards: 2 idle, 0 active | 0
a child, connect: OfPgsql | 2
escapeIdentifier: "a""b" | "a""b"
copyFromArray: true | true
copyFromFile: true | true
copyToArray: ["1,a","2,a","3,a","4,null"] | ["1,b","2,b","3,b","4,null"]
copyToFile: [true,4] | [true,4]
lobCreate: true | true
lobOpen: a a | b b
lobUnlink: true | true
getNotify: for a | for b
getPid: true | true | true
setNoticeCallback: PDOException: setNoticeCallback() is not yet supported when PDO::ATTR_POOL_ENABLED is set: it would change one connection only. Use a PDO object without a pool for it
afterwards: 2 idle, 0 active | 0
done
