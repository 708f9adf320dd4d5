--TEST--
SPEC 25.6, 22.6: an error of the user's own SQL with the code of a stale statement does not execute it a second time
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';

$server = Server::PostgreSql;
$admin = $server->plain();
$table = $server->table($admin, 'v text');
$admin->exec("CREATE SEQUENCE {$table}_s");
$admin->exec("CREATE FUNCTION {$table}_f() RETURNS trigger LANGUAGE plpgsql AS \$\$ BEGIN
    PERFORM nextval('{$table}_s');
    IF NEW.v = 'deallocated' THEN EXECUTE 'EXECUTE unknown_statement'; END IF;
    RAISE EXCEPTION 'raised' USING ERRCODE = NEW.v;
END \$\$");
$admin->exec("CREATE TRIGGER t BEFORE INSERT ON $table FOR EACH ROW EXECUTE FUNCTION {$table}_f()");
$pdo = $server->pool(1, [PDO::ATTR_POOL_STMT_CACHE_SIZE => 8]);
foreach (['0A000', '26000', 'deallocated'] as $code) {
    for ($i = 0; $i < 2; $i++) {
        $insert = $pdo->prepare("INSERT INTO $table VALUES (?)");
        try {
            $insert->execute([$code]);
        } catch (PDOException $e) {
            say($code, $e->getCode(), 'executed', (int) value($admin, "SELECT nextval('{$table}_s') - 1"));
        }
        $admin->exec("ALTER SEQUENCE {$table}_s RESTART");
        $insert = null;
    }
}
$admin->exec("DROP TABLE $table");
$admin->exec("DROP FUNCTION {$table}_f");
$admin->exec("DROP SEQUENCE {$table}_s");
echo "done\n";
?>
--EXPECT--
0A000: 0A000 | executed | 1
0A000: 0A000 | executed | 1
26000: 26000 | executed | 1
26000: 26000 | executed | 1
deallocated: 26000 | executed | 1
deallocated: 26000 | executed | 1
done
