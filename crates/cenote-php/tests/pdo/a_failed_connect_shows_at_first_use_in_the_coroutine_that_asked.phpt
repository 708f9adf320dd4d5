--TEST--
SPEC 17.1, 22.7: a connect failure is plain PDO's exception, at first use, in each coroutine that asked; nobody waits for ever
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$missing = sys_get_temp_dir() . '/cenote-missing-' . getmypid() . '/none.db';
$plain = thrown(fn() => new PDO("sqlite:$missing"));
foreach ([1, 2] as $max) {
    $pdo = pool($max, $missing);
    $ask = function () use ($pdo, $plain) {
        $e = thrown(fn() => $pdo->query('SELECT 1'));
        return get_class($e) === 'PDOException' && $e->getMessage() === $plain->getMessage() && $e->errorInfo === $plain->errorInfo;
    };
    say("MAX $max", together($ask, $ask, $ask, $ask), usage($pdo), $pdo->getPool()->stats()['waiting']);
}
say('text', $plain->getMessage());
echo "done\n";
--EXPECT--
MAX 1: [true,true,true,true] | 0 idle, 0 active | 0
MAX 2: [true,true,true,true] | 0 idle, 0 active | 0
text: SQLSTATE[HY000] [14] unable to open database file
done
