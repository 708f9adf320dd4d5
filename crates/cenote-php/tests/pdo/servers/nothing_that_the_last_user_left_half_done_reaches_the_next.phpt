--TEST--
SPEC 21.5, 22.1: a COPY that was not ended, notices and failed copies of one coroutine do nothing to the next one on its connection
--SKIPIF--
<?php require __DIR__ . '/skip.inc'; ?>
--FILE--
<?php
require __DIR__ . '/helpers.inc';
use function Async\{await, spawn};

$server = Server::PostgreSql;
$admin = $server->plain();
$table = $server->table($admin, 'n int PRIMARY KEY, t text');
$notice = "DO \$\$ BEGIN FOR i IN 1..200 LOOP RAISE NOTICE 'of the last user %', i; END LOOP; END \$\$";
$ways = [
    'COPY in' => fn (PDO $pdo) => $pdo->exec("COPY $table FROM STDIN"),
    'COPY in, by a statement' => fn (PDO $pdo) => $pdo->query("COPY $table FROM STDIN"),
    'COPY in, in a transaction' => fn (PDO $pdo) => [$pdo->beginTransaction(), $pdo->exec("COPY $table FROM STDIN")],
    'COPY out' => fn (PDO $pdo) => $pdo->exec("COPY (SELECT g FROM generate_series(1, 100000) g) TO STDOUT"),
    'COPY out, by a statement' => fn (PDO $pdo) => $pdo->query("COPY (SELECT 1) TO STDOUT"),
    'wrong rows' => fn (PDO $pdo) => $pdo->pgsqlCopyFromArray($table, ["1\ta", "nonsense", "2\tb"]),
    'a row twice' => fn (PDO $pdo) => $pdo->pgsqlCopyFromArray($table, array_fill(0, 2000, "7\ttwice")),
    'rows that throw' => fn (PDO $pdo) => thrown(fn () => $pdo->pgsqlCopyFromArray($table, ["3\tc", new class {
        public function __toString(): string
        {
            throw new LogicException('no text');
        }
    }])),
    'no such table' => fn (PDO $pdo) => $pdo->pgsqlCopyToArray('is_not_there'),
    'several results' => fn (PDO $pdo) => $pdo->query('SELECT 1; SELECT 2; SELECT 3'),
    'several, of which one fails' => fn (PDO $pdo) => $pdo->exec('SELECT 1; SELECT 1/0; SELECT 3'),
    'notices' => fn (PDO $pdo) => $pdo->exec($notice),
    'notices amid rows' => fn (PDO $pdo) => $pdo->query("SELECT 1; $notice"),
    'a cancelled call' => fn (PDO $pdo) => $pdo->exec("SET statement_timeout = 30; SELECT pg_sleep(5)"),
];
foreach ($ways as $way => $leave) {
    $pdo = $server->pool(1);
    $own = await(spawn(fn () => attempt(fn () => [$leave($pdo), true][1])));
    $next = await(spawn(function () use ($pdo) {
        $first = [$pdo->errorCode(), $pdo->inTransaction(), $pdo->pgsqlGetNotify(PDO::FETCH_ASSOC, 1)];
        return [...$first, (int) value($pdo, 'SELECT 41'), (int) value($pdo, 'SELECT 42'), $pdo->errorInfo()[2]];
    }));
    say($way, $next, usage($pdo));
}
say('rows', (int) value($admin, "SELECT count(*) FROM $table"));
echo "done\n";
?>
--EXPECT--
COPY in: ["00000",false,false,41,42,null] | 1 idle, 0 active
COPY in, by a statement: ["00000",false,false,41,42,null] | 1 idle, 0 active
COPY in, in a transaction: ["00000",false,false,41,42,null] | 1 idle, 0 active
COPY out: ["00000",false,false,41,42,null] | 1 idle, 0 active
COPY out, by a statement: ["00000",false,false,41,42,null] | 1 idle, 0 active
wrong rows: ["00000",false,false,41,42,null] | 1 idle, 0 active
a row twice: ["00000",false,false,41,42,null] | 1 idle, 0 active
rows that throw: ["00000",false,false,41,42,null] | 1 idle, 0 active
no such table: ["00000",false,false,41,42,null] | 1 idle, 0 active
several results: ["00000",false,false,41,42,null] | 1 idle, 0 active
several, of which one fails: ["00000",false,false,41,42,null] | 1 idle, 0 active
notices: ["00000",false,false,41,42,null] | 1 idle, 0 active
notices amid rows: ["00000",false,false,41,42,null] | 1 idle, 0 active
a cancelled call: ["00000",false,false,41,42,null] | 1 idle, 0 active
rows: 0
done
