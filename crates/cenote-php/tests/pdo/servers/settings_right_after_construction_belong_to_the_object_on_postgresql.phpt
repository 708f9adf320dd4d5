--TEST--
SPEC 21.6, 21.9: what a framework's connector sends first to PostgreSQL holds on every connection, also after cleaning and DISCARD ALL; a setting that comes later holds its connection
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

$pdo = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'), null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
$pdo->prepare("set names 'latin1'")->execute();
$pdo->prepare("set time zone 'Asia/Tokyo'")->execute();
$pdo->exec('set search_path to "one", "two"');
$pdo->query("SELECT set_config('application_name', 'preamble', false)");
$pdo->exec("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ");
echo 'held by the preamble: ', $pdo->getPool()->activeCount(), "\n";

$look = function () use ($pdo) {
    $settings = ['client_encoding', 'TimeZone', 'search_path', 'application_name', 'default_transaction_isolation'];
    $calls = array_map(fn ($name) => "current_setting('$name')", $settings);
    $statement = $pdo->query('SELECT ' . implode(" || ' ' || ", $calls));
    suspend();
    return $statement->fetchColumn();
};
$together = function () use ($look, $pdo) {
    $seen = array_map(await(...), array_map(spawn(...), [$look, $look, $look]));
    echo implode("\n", array_unique($seen)), ' on ', $pdo->getPool()->stats()['created'], "\n";
};
$together();
foreach (["SET TIME ZONE 'UTC'", 'DISCARD ALL', 'RESET search_path'] as $text) {
    while ($pdo->getPool()->activeCount() > 0) {
        usleep(1000); // cleaned in the background
    }
    $held = await(spawn(function () use ($pdo, $text) {
        $pdo->exec($text);
        return $pdo->getPool()->activeCount();
    }));
    echo "$text: held $held\n";
    $together();
}
echo "done\n";
?>
--EXPECT--
held by the preamble: 0
LATIN1 Asia/Tokyo one, two preamble repeatable read on 3
SET TIME ZONE 'UTC': held 1
LATIN1 Asia/Tokyo one, two preamble repeatable read on 3
DISCARD ALL: held 0
LATIN1 Asia/Tokyo one, two preamble repeatable read on 3
RESET search_path: held 1
LATIN1 Asia/Tokyo one, two preamble repeatable read on 3
done
