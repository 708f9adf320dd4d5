--TEST--
SPEC 21.6, 21.8: cleaning in place restores ATTR_POOL_INIT; DISCARD ALL makes the connection clean at once
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await};

$options = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_INIT => "SET work_mem = '2MB'"];
$pdo = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'), null, null, $options);
$look = fn () => $pdo->query("SELECT current_setting('work_mem')")->fetchColumn();
foreach (["SET work_mem = '1MB'", 'DISCARD ALL'] as $text) {
    $held = await(spawn(function () use ($pdo, $text) {
        $pdo->exec($text);
        return $pdo->getPool()->activeCount();
    }));
    echo "$text: held $held, then ", await(spawn($look)), "\n";
}
echo 'resets ', $pdo->getPool()->stats()['resets'], "\n";
echo "done\n";
?>
--EXPECT--
SET work_mem = '1MB': held 1, then 2MB
DISCARD ALL: held 0, then 2MB
resets 1
done
