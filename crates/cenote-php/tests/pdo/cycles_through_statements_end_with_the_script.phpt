--TEST--
SPEC 29.4, 19.6: cycles of objects and statements that stock PDO cannot collect either are closed in an orderly way at the end of the script
--FILE--
<?php
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
[$output, $code] = run_php('
    final class Linked extends PDO
    {
        public mixed $link = null;
    }
    final class Stored extends PDOStatement
    {
        protected function __construct(public mixed $owner)
        {
        }
    }
    $make = fn() => pool(2, ' . var_export($file, true) . ', [], Linked::class);
    $pdo = $make();
    $pdo->link = $pdo->query("SELECT 1");
    $pdo = $make();
    $pdo->link = $pdo->prepare("SELECT 1", [PDO::ATTR_STATEMENT_CLASS => [Stored::class, [$pdo]]]);
    $pdo = $make();
    $statement = $pdo->query("SELECT 1 AS a");
    $statement->bindColumn("a", $pdo->link);
    $statement->fetch(PDO::FETCH_BOUND);
    $pdo->link = $statement;
    $pdo = $make();
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO t VALUES (1, \'one\')");
    $pdo->link = $pdo->query("SELECT 1");
    unset($pdo, $statement);
    gc_collect_cycles();
    echo "end\n";
');
say('ended', $code, trim($output), file_exists("$file-wal"), committed($file));
echo "done\n";
--EXPECT--
ended: 0 | end | false | 0
done
