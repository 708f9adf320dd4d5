--TEST--
SPEC 21.9, 21.5: MariaDB: SET NAMES gbk right after construction holds on every connection, and texts are read by it from then on
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';

admin();
foreach (["SET NAMES gbk", "SET NAMES 'big5'", 'SET NAMES sjis', 'SET CHARACTER SET cp932'] as $names) {
    $pdo = pool(2);
    $pdo->exec($names);
    $pool = $pdo->getPool();
    echo "$names: {$pool->activeCount()} active\n";
    $set = fn () => value($pdo, 'SELECT @@character_set_client');
    echo $set(), ' ', apart($set), ' ', implode(' ', Async\await_all_or_fail([Async\spawn($set), Async\spawn($set)])), "\n";
}
// In GBK the backslash is the end of a character, so this assigns; read otherwise it is one literal.
$pdo = pool(1);
$pdo->exec('SET NAMES gbk');
$hidden = "SELECT '\xbf\\' + (@leaked := 1) + '\xbf\\'";
echo apart(fn () => $pdo->query($hidden) instanceof PDOStatement) ? "run\n" : "refused\n";
settle($pdo);
var_dump(apart(fn () => value($pdo, 'SELECT @leaked')), apart(fn () => value($pdo, 'SELECT @@character_set_client')));
echo "done\n";
?>
--EXPECT--
SET NAMES gbk: 0 active
gbk gbk gbk gbk
SET NAMES 'big5': 0 active
big5 big5 big5 big5
SET NAMES sjis: 0 active
sjis sjis sjis sjis
SET CHARACTER SET cp932: 0 active
cp932 cp932 cp932 cp932
run
NULL
string(3) "gbk"
done
