--TEST--
SPEC 21.4, 21.5, 21.6: a setting that a trigger changes holds the connection if PostgreSQL tells of it by itself, and is cleaned; one of a transaction, or undone, does not
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

(new PDO('pgsql:' . getenv('CENOTE_POSTGRES')))->exec('DROP TABLE IF EXISTS told; DROP FUNCTION IF EXISTS told');
$pdo = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'), null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
$pdo->exec("SET TIME ZONE 'Europe/Rome'");
$pdo->exec('CREATE TABLE told (zone text, local bool)');
$pdo->exec("CREATE FUNCTION told() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM set_config('timezone', new.zone, new.local); RETURN new; END $$");
$pdo->exec('CREATE TRIGGER told BEFORE INSERT ON told FOR EACH ROW EXECUTE FUNCTION told()');

$insert = fn (string ...$texts) => await(spawn(function () use ($pdo, $texts) {
    foreach ($texts as $text) {
        $pdo->exec($text);
    }
    return $pdo->getPool()->activeCount() . ' in ' . $pdo->query('SHOW timezone')->fetchColumn();
}));
$next = fn () => await(spawn(fn () => $pdo->query('SHOW timezone')->fetchColumn()));
$tokyo = "INSERT INTO told VALUES ('Asia/Tokyo', false)";
$local = "INSERT INTO told VALUES ('Asia/Tokyo', true)";
foreach ([[$tokyo], [$local], ['BEGIN', $local], ['BEGIN', $local, 'COMMIT'], ['BEGIN', $tokyo, 'ROLLBACK']] as $texts) {
    echo implode('; ', $texts), ': holds ', $insert(...$texts), ', then ', $next(), "\n";
}
echo 'cleanings: ', $pdo->getPool()->stats()['resets'], "\n";
$pdo->exec('DROP TABLE told; DROP FUNCTION told');
echo "done\n";
?>
--EXPECT--
INSERT INTO told VALUES ('Asia/Tokyo', false): holds 1 in Asia/Tokyo, then Europe/Rome
INSERT INTO told VALUES ('Asia/Tokyo', true): holds 0 in Europe/Rome, then Europe/Rome
BEGIN; INSERT INTO told VALUES ('Asia/Tokyo', true): holds 1 in Asia/Tokyo, then Europe/Rome
BEGIN; INSERT INTO told VALUES ('Asia/Tokyo', true); COMMIT: holds 0 in Europe/Rome, then Europe/Rome
BEGIN; INSERT INTO told VALUES ('Asia/Tokyo', false); ROLLBACK: holds 0 in Europe/Rome, then Europe/Rome
cleanings: 1
done
