--TEST--
SPEC 23.4: an insert id above the greatest signed number is remembered as pdo_mysql tells it
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
admin()->exec('CREATE TABLE high (id bigint unsigned AUTO_INCREMENT PRIMARY KEY, v int) AUTO_INCREMENT=10376293541461622799');
$pdo = pool(1);
apart(function () use ($pdo) {
    $pdo->exec('INSERT INTO high (v) VALUES (1)');
    echo 'given back: ', $pdo->getPool()->activeCount(), ' active, id ', $pdo->lastInsertId(), "\n";
    $statement = $pdo->prepare('SELECT 1');
    echo 'bound again: id ', $pdo->lastInsertId(), "\n";
});
echo "done\n";
?>
--EXPECT--
given back: 0 active, id 10376293541461622799
bound again: id 10376293541461622799
done
