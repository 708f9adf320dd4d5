--TEST--
SPEC 46.2: Fibers that write to one SQLite file in turns have transactions of their own: the first one keeps its row, who finds the file locked is told so after the busy timeout while other coroutines run, and nothing of his stays
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{delay, spawn};

$file = database('CREATE TABLE kept (who int)');
foreach (['beginTransaction()' => 0, "exec('BEGIN')" => 0, 'a busy timeout of 1 s' => 1] as $how => $timeout) {
    $pdo = new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_TIMEOUT => $timeout]);
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks): void {
        while (true) {
            delay(10);
            $ticks++;
        }
    });
    $errors = [];
    $work = function (int $who) use ($pdo, $how, &$errors): void {
        try {
            $how === "exec('BEGIN')" ? $pdo->exec('BEGIN') : $pdo->beginTransaction();
            Fiber::suspend();
            $pdo->exec("INSERT INTO kept VALUES ($who)");
            Fiber::suspend();
            $how === "exec('BEGIN')" ? $pdo->exec('COMMIT') : $pdo->commit();
        } catch (PDOException $error) {
            $errors[$who] = $error->errorInfo[2];
        }
    };
    $fibers = [];
    foreach ([1, 2, 3] as $who) {
        $fibers[] = new Fiber($work);
        end($fibers)->start($who);
    }
    while ($fibers = array_filter($fibers, fn (Fiber $fiber): bool => !$fiber->isTerminated())) {
        foreach ($fibers as $fiber) {
            $fiber->resume();
        }
    }
    $ticker->cancel();
    echo "$how: ", json_encode($errors), ', kept ', json_encode($pdo->query('SELECT who FROM kept')->fetchAll(PDO::FETCH_COLUMN)), $timeout ? ($ticks > 20 ? ', others ran' : ', others stood still') : '', "\n";
    $pdo->exec('DELETE FROM kept');
}
echo "done\n";
?>
--EXPECT--
beginTransaction(): {"2":"database is locked","3":"database is locked"}, kept [1]
exec('BEGIN'): {"2":"database is locked","3":"database is locked"}, kept [1]
a busy timeout of 1 s: {"2":"database is locked","3":"database is locked"}, kept [1], others ran
done
