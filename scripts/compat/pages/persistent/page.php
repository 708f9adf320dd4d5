<?php
// One request over a pool that outlives it: it looks whether its connections are clean and its rows right, says so, and then misbehaves in
// the way it was told. What it prints is judged by load.php.
declare(strict_types=1);

['dsn' => $dsn, 'user' => $user, 'how' => $how, 'row' => $row] = $_GET;
$is_postgres = str_starts_with($dsn, 'pgsql:');
$pdo = new PDO($dsn, $user ?: null, null, [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_PERSISTENT => true,
    PDO::ATTR_POOL_MAX => 3,
    PDO::ATTR_POOL_STMT_CACHE_SIZE => 5,
    PDO::ATTR_POOL_MAX_LIFETIME => 20,
    PDO::ATTR_EMULATE_PREPARES => false,
]);
$look = $is_postgres
    ? "SELECT current_setting('search_path') || (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())
        || (SELECT count(*) FROM pg_class WHERE relpersistence = 't' AND pg_table_is_visible(oid)) || (SELECT count(*) FROM pg_listening_channels())"
    : "SELECT CONCAT(@@sql_mode LIKE '%ANSI%', @left IS NULL, IFNULL(IS_USED_LOCK('left') = CONNECTION_ID(), 0), @@autocommit + 0)";
$expected = $is_postgres ? '"$user", public000' : '0101';
$problems = [];
$ask = function () use ($pdo, $look, $expected, $row, &$problems): void {
    try {
        $clean = $pdo->query($look)->fetchColumn();
        $clean === $expected || $problems[] = "not clean: $clean";
        $pdo->inTransaction() && $problems[] = 'in a transaction';
        $statement = $pdo->prepare('SELECT v FROM kept_rows WHERE id = ?');
        $statement->execute([$row]);
        $value = $statement->fetchColumn();
        $value === "row $row" || $problems[] = 'a wrong row: ' . var_export($value, true);
    } catch (PDOException $e) {
        // The servers are being cut off meanwhile.
        $problems[] = 'lost: ' . $e->getMessage();
    }
};
Async\await_all(array_map(fn() => Async\spawn($ask), range(1, 3)));
preg_match('/VmRSS:\s+(\d+)/', file_get_contents('/proc/self/status'), $resident);
echo json_encode(['pid' => getmypid(), 'problems' => $problems, 'fds' => count(scandir('/proc/self/fd')), 'resident' => (int) $resident[1],
    'process' => $pdo->getPool()->stats()['process']]), "\n";

try {
    match ($how) {
        'transaction' => $pdo->beginTransaction() && $pdo->exec("UPDATE kept_rows SET v = 'wrong' WHERE id = $row"),
        'setting' => $pdo->exec($is_postgres ? 'SET search_path = pg_catalog' : "SET sql_mode = 'ANSI', @left = 1"),
        'table' => $pdo->exec('CREATE TEMPORARY TABLE left_over (v int)'),
        'lock' => $pdo->query($is_postgres ? "SELECT pg_advisory_lock($row)" : "SELECT GET_LOCK('left', 0)")->fetchAll(),
        'channel' => $pdo->exec($is_postgres ? 'LISTEN left_over' : 'DO 1'),
        'rows' => ($statement = $pdo->query('SELECT * FROM kept_rows'))->fetch(),
        'exit' => [$pdo->beginTransaction(), exit],
        'exception' => [$pdo->beginTransaction(), throw new LogicException('left')],
        'fatal' => [$pdo->beginTransaction(), eval('interface I {} class C implements I, I {}')],
        'memory' => [$pdo->beginTransaction(), str_repeat('x', 1 << 28)],
        'killed' => $pdo->exec($is_postgres ? 'SELECT pg_terminate_backend(pg_backend_pid())' : 'KILL CONNECTION_ID()'),
        'attribute' => $pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true) && $pdo->query('SELECT 1'),
        'coroutines' => array_map(fn() => Async\spawn(fn() => [$pdo->beginTransaction(), Async\delay(5)]), range(1, 5)),
        default => null,
    };
} catch (PDOException) {
}
