--TEST--
SPEC 50.4: a function, an aggregate or a collation that a request registers ends with it, and what of SQLite's own it replaced is back
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE, "INSERT INTO t VALUES (1, 'one'), (2, 'TWO')");
$served = new Served(['error_reporting' => E_ALL & ~E_DEPRECATED]);
$kinds = [
    'function' => ['createFunction', '("upper", fn($text) => "theirs", 1)', "SELECT upper('a')"],
    'aggregate' => ['createAggregate', '("sum", fn() => 0, fn() => "theirs", 1)', 'SELECT sum(id) FROM t'],
    'collation' => ['createCollation', '("nocase", fn() => 0)', 'SELECT count(DISTINCT v COLLATE nocase) FROM t'],
    'function of a new name' => ['createFunction', '("left_over", fn() => "theirs")', 'SELECT left_over()'],
];
foreach (['PDO', ...(PHP_VERSION_ID < 80400 ? [] : ['Pdo\Sqlite'])] as $class) {
    $pool = str_replace('new PDO(', "new $class(", kept_pool($file));
    foreach ($kinds as $kind => [$method, $arguments, $ask]) {
        $method = $class === 'PDO' ? "sqlite$method" : $method;
        $look = 'try { echo value($pdo, ' . var_export($ask, true) . '); } catch (PDOException $e) { echo $e->getMessage(); }';
        $before = $served->page($pool . $look);
        $theirs = $served->page("$pool \$pdo->$method$arguments; $look");
        $after = $served->page($pool . $look);
        if ($theirs === $before || $after !== $before) {
            say("$class, $kind", $before, $theirs, $after);
        }
    }
    $figures = json_decode($served->page($pool . 'echo json_encode($pdo->getPool()->stats()["process"]);'), true);
    $figures['unclean'] >= 4 && $figures['adopted'] >= 4 || say($class, $figures);
}
echo "done\n";
--EXPECT--
done
