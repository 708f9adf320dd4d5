--TEST--
SPEC 29.6, 34.30: after pcntl_fork the pool of the parent is inert in the child, which opens connections of its own; the parent's go on undisturbed
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(2, $file, [PDO::ATTR_POOL_MIN => 2] + NAMED);
$pdo->exec("INSERT INTO t VALUES (1, 'before')");
$name = name_of($pdo);
$kept = $pdo->prepare('SELECT 1');
if (pcntl_fork() === 0) {
    say('child, through the object of the parent', throws(fn() => $pdo->query('SELECT 1')));
    say('child, through a statement of the parent', throws(fn() => $kept->execute()));
    $own = pool(2, $file, NAMED);
    say('child, through its own', name_of($own) !== $name, value($own, 'SELECT count(*) FROM t'));
    $own->exec("INSERT INTO t VALUES (2, 'of the child')");
    exit(0);
}
pcntl_wait($status);
$kept = null;
say('child ended', pcntl_wifexited($status), pcntl_wexitstatus($status));
say('parent', name_of($pdo) === $name, value($pdo, 'SELECT count(*) FROM t'), usage($pdo));
$pdo->exec("INSERT INTO t VALUES (3, 'of the parent')");
say('seen by others', committed($file));
echo "done\n";
--EXPECT--
child, through the object of the parent: PDOException: The connections of this PDO object belong to the parent process: make a PDO object of its own in the child
child, through a statement of the parent: PDOException: The statement belongs to a connection of the parent process: prepare it anew in this one, on a PDO object of its own
child, through its own: true | 1
child ended: true | 0
parent: true | 2 | 2 idle, 0 active
seen by others: 3
done
