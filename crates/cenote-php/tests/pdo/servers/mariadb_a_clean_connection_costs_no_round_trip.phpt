--TEST--
SPEC 20.4, 21.1, 27.4: plain statements leave the connection clean, and nothing else is sent at hand-out and give-back
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
admin();
$pdo = pool(1);
$texts = [
    "INSERT INTO t (v) VALUES ('a')",
    "INSERT INTO t (v) VALUES ('b') ON DUPLICATE KEY UPDATE v = VALUES(v)",
    "UPDATE t SET v = CONCAT(v, '!') WHERE id = 2",
    'SELECT COUNT(*), MAX(id), NOW() FROM t WHERE id IN (1, 2, 3)',
    "REPLACE INTO t (id, v) VALUES (1, 'me example.org; SET x')",
    'DELETE FROM t',
];
$asked = fn () => status($pdo, 'Questions');
$before = apart($asked);
foreach ($texts as $text) {
    $held = apart(function () use ($pdo, $text) {
        $pdo->query($text);
        return $pdo->getPool()->activeCount();
    });
    echo "held $held: $text\n";
}
echo 'questions ', apart($asked) - $before - 1, "\n";
$stats = $pdo->getPool()->stats();
echo "created $stats[created], resets $stats[resets], acquires $stats[acquires]\n";
echo "done\n";
?>
--EXPECT--
held 0: INSERT INTO t (v) VALUES ('a')
held 0: INSERT INTO t (v) VALUES ('b') ON DUPLICATE KEY UPDATE v = VALUES(v)
held 0: UPDATE t SET v = CONCAT(v, '!') WHERE id = 2
held 0: SELECT COUNT(*), MAX(id), NOW() FROM t WHERE id IN (1, 2, 3)
held 0: REPLACE INTO t (id, v) VALUES (1, 'me example.org; SET x')
held 0: DELETE FROM t
questions 6
created 1, resets 0, acquires 8
done
