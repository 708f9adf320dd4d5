--TEST--
SPEC 29.6, 34.30: a child that ends, normally or not, neither rolls back nor closes what the parent has open
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
$pdo = pool(2, $file);
$pdo->beginTransaction();
$pdo->exec("INSERT INTO t VALUES (1, 'one')");
$statement = $pdo->query('SELECT v FROM t');
$endings = [
    'untouched' => fn() => null,
    'object dropped' => function () {
        $GLOBALS['statement'] = $GLOBALS['pdo'] = null;
        gc_collect_cycles();
    },
    'transaction ended' => fn() => thrown(fn() => $GLOBALS['pdo']->commit()),
    'statement used' => fn() => say('statement refused in the child', !thrown(fn() => $GLOBALS['statement']->fetch()) instanceof LogicException),
    'exception' => fn() => throw new DomainException('in the child'),
];
foreach ($endings as $name => $ending) {
    if (pcntl_fork() === 0) {
        ini_set('display_errors', '0');
        ini_set('log_errors', '0');
        $ending();
        exit(0);
    }
    pcntl_wait($status);
    say($name, pcntl_wifexited($status), pcntl_wexitstatus($status), $pdo->inTransaction(), value($pdo, 'SELECT count(*) FROM t'), file_exists("$file-wal"));
}
say('nothing committed by a child', committed($file));
say('the statement', $statement->fetchColumn());
$statement = null;
say('commit', $pdo->commit(), committed($file));
echo "done\n";
--EXPECT--
untouched: true | 0 | true | 1 | true
object dropped: true | 0 | true | 1 | true
transaction ended: true | 0 | true | 1 | true
statement refused in the child: true
statement used: true | 0 | true | 1 | true
exception: true | 255 | true | 1 | true
nothing committed by a child: 0
the statement: one
commit: true | 1
done
