--TEST--
SPEC 29.11: a fatal error while a coroutine waits for SQLite's lock ends the transaction of the one that has it, pooled or not
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE);
$served = new Served();
foreach (['persistent pool' => KEPT, 'pool' => '[PDO::ATTR_POOL_ENABLED => true]', 'plain' => '[]'] as $kind => $options) {
    $served->page("\$make = fn() => new PDO('sqlite:$file', null, null, $options);
        \$a = \$make();
        \$b = " . ($kind === 'plain' ? '$make()' : '$a') . ";
        \$ready = false;
        Async\\spawn(function () use (\$a, &\$ready) { \$a->exec('BEGIN IMMEDIATE'); \$a->exec('INSERT INTO t (v) VALUES (7)'); \$ready = true; Async\\delay(60000); });
        Async\\spawn(function () use (\$b, &\$ready) { while (!\$ready) { Async\\suspend(); } \$b->exec('BEGIN IMMEDIATE'); });
        Async\\delay(30);
        eval('interface I {} class C implements I, I {}');");
    say($kind, $served->page("\$pdo = new PDO('sqlite:$file', null, null, [PDO::ATTR_TIMEOUT => 3]); \$pdo->exec(\"INSERT INTO t (v) VALUES ('$kind')\"); echo value(\$pdo, 'SELECT count(*) FROM t');"));
}
$served->stop();
echo "done\n";
--EXPECT--
persistent pool: 1
pool: 2
plain: 3
done
