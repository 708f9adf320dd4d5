--TEST--
SPEC 25.6: a kept statement that the server does not know any more is prepared anew and executed once more, in a transaction too; a second refusal is an error
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
admin();
const EXECUTE = "\x17";
$refusals = 0;
$seen = [];
$dsn = proxied(function (string $command) use (&$refusals, &$seen) {
    $seen[] = match ($command[0]) {
        "\x16" => 'prepare',
        EXECUTE => 'execute',
        "\x19" => 'close',
        default => 'other',
    };
    if ($command[0] === EXECUTE && $refusals > 0) {
        $refusals--;
        return "\xff" . pack('v', 1243) . '#HY000Unknown prepared statement handler';
    }
    return null;
});
$pdo = new PDO($dsn, ROOT, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1,
    PDO::ATTR_POOL_STMT_CACHE_SIZE => 4, PDO::ATTR_EMULATE_PREPARES => false]);
$insert = function (string $v) use (&$pdo, &$seen) {
    $seen = [];
    $statement = $pdo->prepare('INSERT INTO t (v) VALUES (?)');
    $statement->execute([$v]);
    unset($statement);
    return implode(' ', array_diff($seen, ['other']));
};
echo apart(fn () => $insert('a')), "\n";
echo apart(fn () => $insert('b')), "\n";
$refusals = 1;
echo 'forgotten: ', apart(fn () => $insert('c')), "\n";
echo apart(fn () => $insert('d')), "\n";
apart(function () use ($pdo, $insert, &$refusals) {
    $pdo->beginTransaction();
    $insert('e');
    $refusals = 1;
    echo 'in a transaction: ', $insert('f'), "\n";
    $pdo->commit();
});
$refusals = 2;
apart(fn () => attempt(fn () => $insert('g')));
echo implode(' ', apart(fn () => $pdo->query('SELECT v FROM t ORDER BY v')->fetchAll(PDO::FETCH_COLUMN))), "\n";
$seen = [];
$insert = $pdo = null;
end_proxies();
for ($end = hrtime(true) + 20e9; $seen === [] && hrtime(true) < $end;) {
    Async\delay(5);
}
echo 'at the end of the connection: closed ', count(array_keys($seen, 'close')), ', quit ', count(array_keys($seen, 'other')), "\n";
echo "done\n";
?>
--EXPECT--
prepare execute
execute
forgotten: execute close prepare execute
execute
in a transaction: execute close prepare execute
SQLSTATE[HY000]: General error: 1243 Unknown prepared statem
a b c d e f
at the end of the connection: closed 0, quit 1
done
