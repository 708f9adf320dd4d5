--TEST--
SPEC 21.3, 21.5, 21.6, 21.7: no kind of session state of MariaDB reaches the next coroutine; the connection stays the same
--SKIPIF--
<?php if (!getenv('CENOTE_MARIADB')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
require __DIR__ . '/mariadb.inc';
$admin = admin();
$admin->exec('CREATE PROCEDURE set_v() SET @v = 1');
$admin->exec('CREATE FUNCTION set_v_too() RETURNS INT BEGIN SET @v = 1; RETURN 1; END');
$other = schema() . '_other';
$admin->exec("CREATE DATABASE $other");
$pdo = pool(1);
$texts = [
    'SET @v = 1',
    'SELECT @v := 1',
    'SELECT 1 INTO @v',
    "/* a comment */ SET sql_mode = ''",
    "/*!40101 SET sql_mode = '' */",
    "/*M!100000 SET sql_mode = '' */",
    "-- a comment\nSET sql_mode = ''",
    "# a comment\nSET sql_mode = ''",
    "SELECT 1; SET sql_mode = ''",
    "SELECT '\\'; SET sql_mode = ''; -- '; SET sql_mode = ''",
    'SET NAMES latin1',
    "SET time_zone = '+03:00'",
    'SET SESSION TRANSACTION READ ONLY',
    'CALL set_v()',
    'SELECT set_v_too()',
    "USE $other",
    'CREATE TEMPORARY TABLE left_behind (a INT)',
    "DO GET_LOCK('left_behind', 1)",
    "SELECT GET_LOCK('left_behind', 1)",
    'LOCK TABLES t WRITE',
    'HANDLER t OPEN',
    "PREPARE left_behind FROM 'SELECT 1'",
    'SET autocommit = 0',
    'SET @@session.wait_timeout = 5',
    'BEGIN NOT ATOMIC SET @v = 1; END',
];
// MySQL has another name for it.
$read_only = $admin->query("SHOW VARIABLES LIKE 'tx_read_only'")->fetch() ? 'tx_read_only' : 'transaction_read_only';
$look = "SELECT CONCAT_WS('|', @v, @@sql_mode, @@time_zone, @@character_set_client, @@collation_connection, @@$read_only, @@autocommit,
    @@wait_timeout, DATABASE(), IS_USED_LOCK('left_behind'))";
$gone = ['SELECT * FROM left_behind', 'HANDLER t READ FIRST', 'EXECUTE left_behind'];
$plain = new PDO(dsn(';dbname=' . schema()), ROOT);
$fresh = value($plain, $look);
$number = apart(fn () => number($pdo));
foreach ($texts as $text) {
    $held = apart(function () use ($pdo, $text) {
        try {
            $pdo->query($text);
        } catch (PDOException) {
            return 1; // Not every server knows each of them.
        }
        return $pdo->getPool()->activeCount();
    });
    $seen = apart(fn () => [number($pdo), value($pdo, $look)]);
    $left = 0;
    foreach ($gone as $use) {
        try {
            apart(fn () => $pdo->query($use));
            $left++;
        } catch (PDOException) {
        }
    }
    $locked = 0;
    try {
        $plain->exec('SET lock_wait_timeout = 1; SELECT COUNT(*) FROM t');
        $plain->query('SELECT COUNT(*) FROM t')->fetchAll();
    } catch (PDOException) {
        $locked = 1;
    }
    echo $held, $seen[1] === $fresh && $left + $locked === 0 ? ' clean ' : " DIRTY ($seen[1] $left $locked) ",
        $seen[0] === $number ? 'same' : 'other', ' connection: ', strtr($text, ["\n" => ' ', schema() => 'schema']), "\n";
}
$admin->exec("DROP DATABASE $other");
echo "done\n";
?>
--EXPECT--
1 clean same connection: SET @v = 1
1 clean same connection: SELECT @v := 1
1 clean same connection: SELECT 1 INTO @v
1 clean same connection: /* a comment */ SET sql_mode = ''
1 clean same connection: /*!40101 SET sql_mode = '' */
1 clean same connection: /*M!100000 SET sql_mode = '' */
1 clean same connection: -- a comment SET sql_mode = ''
1 clean same connection: # a comment SET sql_mode = ''
1 clean same connection: SELECT 1; SET sql_mode = ''
1 clean same connection: SELECT '\'; SET sql_mode = ''; -- '; SET sql_mode = ''
1 clean same connection: SET NAMES latin1
1 clean same connection: SET time_zone = '+03:00'
1 clean same connection: SET SESSION TRANSACTION READ ONLY
1 clean same connection: CALL set_v()
1 clean same connection: SELECT set_v_too()
1 clean same connection: USE schema_other
1 clean same connection: CREATE TEMPORARY TABLE left_behind (a INT)
1 clean same connection: DO GET_LOCK('left_behind', 1)
1 clean same connection: SELECT GET_LOCK('left_behind', 1)
1 clean same connection: LOCK TABLES t WRITE
1 clean same connection: HANDLER t OPEN
1 clean same connection: PREPARE left_behind FROM 'SELECT 1'
1 clean same connection: SET autocommit = 0
1 clean same connection: SET @@session.wait_timeout = 5
1 clean same connection: BEGIN NOT ATOMIC SET @v = 1; END
done
