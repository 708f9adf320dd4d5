--TEST--
SPEC 29.6: on a server a child that ends, normally or not, neither ends a transaction of its parent, nor closes a statement, nor sends anything else, whatever of its parent's it was left with
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
set_exception_handler(fn (Throwable $error) => print($error));
require __DIR__ . '/helpers.inc';
use function Async\{await, delay, spawn};

foreach (Server::cases() as $server) {
    $dsn = $server->dsn();
    foreach ([false, true] as $persistent) {
        $pdo = $server->pool(3, [PDO::ATTR_POOL_PERSISTENT => $persistent]);
        $pdo->beginTransaction();
        $pdo->exec('CREATE TEMPORARY TABLE mine (v varchar(9))');
        $pdo->exec("INSERT INTO mine VALUES ('one'), ('two')");
        $read = $pdo->prepare('SELECT v FROM mine ORDER BY v');
        $read->execute();
        $large = null;
        if ($server === Server::PostgreSql) {
            $oid = @$pdo->pgsqlLOBCreate();
            $large = @$pdo->pgsqlLOBOpen($oid, 'w');
            fwrite($large, 'abc');
        }
        $endings = [
            'untouched' => fn () => null,
            'object dropped' => function () {
                $GLOBALS['large'] = $GLOBALS['read'] = $GLOBALS['pdo'] = null;
                gc_collect_cycles();
            },
            'transaction ended' => fn () => thrown(fn () => $GLOBALS['pdo']->rollBack()),
            'statement used' => fn () => thrown(fn () => $GLOBALS['read']->execute()),
            'large object used' => fn () => $GLOBALS['large'] && @fwrite($GLOBALS['large'], 'xyz'),
            'exception' => fn () => throw new DomainException('in the child'),
            'one of its own' => function () use ($server, $dsn) {
                $own = new PDO($dsn, $server->user(), null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_PERSISTENT => true]);
                $own->beginTransaction();
                value($own, 'SELECT 1') == 1 || print('no connection of its own');
            },
        ];
        // Others are inside a call, connect, and have a transaction.
        $wait = $server === Server::PostgreSql ? 'SELECT pg_sleep(0.3)' : 'SELECT sleep(0.3)';
        $begun = false;
        $other = spawn(function () use ($pdo, $wait, &$begun): string {
            $pdo->beginTransaction();
            $pdo->exec('CREATE TEMPORARY TABLE another (v int)');
            $begun = true;
            $pdo->query($wait)->fetchAll();
            return $pdo->inTransaction() && value($pdo, 'SELECT count(*) FROM another') == 0 ? 'goes on' : 'is disturbed';
        });
        while (!$begun) {
            delay(1);
        }
        $connecting = spawn(fn (): string => value($pdo, 'SELECT 5') == 5 ? 'connects' : 'does not connect');
        Async\suspend();
        foreach ($endings as $name => $ending) {
            if (pcntl_fork() === 0) {
                ini_set('display_errors', '0');
                ini_set('log_errors', '0');
                set_exception_handler(null);
                $ending();
                exit(0);
            }
            pcntl_wait($status);
            say($name, pcntl_wifexited($status), pcntl_wexitstatus($status), $pdo->inTransaction(), (int) value($pdo, 'SELECT count(*) FROM mine'));
        }
        say('others', await($other), await($connecting));
        say('rows', implode(',', $read->fetchAll(PDO::FETCH_COLUMN)), $read->execute() && $read->fetchColumn() === 'one');
        $read = null;
        if ($large !== null) {
            fwrite($large, 'def');
            fclose($large);
            $large = null;
            say('large object', stream_get_contents(@$pdo->pgsqlLOBOpen($oid, 'r')), @$pdo->pgsqlLOBUnlink($oid));
        }
        say('commit', $pdo->commit());
        $pdo = null;
    }
}
?>
--EXPECT--
untouched: true | 0 | true | 2
object dropped: true | 0 | true | 2
transaction ended: true | 0 | true | 2
statement used: true | 0 | true | 2
large object used: true | 0 | true | 2
exception: true | 255 | true | 2
one of its own: true | 0 | true | 2
others: goes on | connects
rows: one,two | true
large object: abcdef | true
commit: true
untouched: true | 0 | true | 2
object dropped: true | 0 | true | 2
transaction ended: true | 0 | true | 2
statement used: true | 0 | true | 2
large object used: true | 0 | true | 2
exception: true | 255 | true | 2
one of its own: true | 0 | true | 2
others: goes on | connects
rows: one,two | true
large object: abcdef | true
commit: true
untouched: true | 0 | true | 2
object dropped: true | 0 | true | 2
transaction ended: true | 0 | true | 2
statement used: true | 0 | true | 2
large object used: true | 0 | true | 2
exception: true | 255 | true | 2
one of its own: true | 0 | true | 2
others: goes on | connects
rows: one,two | true
commit: true
untouched: true | 0 | true | 2
object dropped: true | 0 | true | 2
transaction ended: true | 0 | true | 2
statement used: true | 0 | true | 2
large object used: true | 0 | true | 2
exception: true | 255 | true | 2
one of its own: true | 0 | true | 2
others: goes on | connects
rows: one,two | true
commit: true
