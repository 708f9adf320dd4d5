--TEST--
SPEC 25.2, 25.3: a kept statement of SQLite shows its next user the columns that the table has now
--FILE--
<?php
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-columns.db';
$pdo = new PDO("sqlite:$file", options: [
    PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 8,
]);
$other = new PDO("sqlite:$file");
$other->exec('CREATE TABLE things (id INT, colour TEXT)');
$other->exec("INSERT INTO things VALUES (1, 'red'), (2, 'blue')");
const TEXT = 'SELECT * FROM things WHERE id = ?';

function show(PDO $pdo, int $id): void
{
    $select = $pdo->prepare(TEXT);
    $select->execute([$id]);
    echo json_encode($select->fetch(PDO::FETCH_ASSOC)), ' of ', $select->columnCount(), "\n";
}

show($pdo, 1);
show($pdo, 2);
$other->exec('ALTER TABLE things RENAME COLUMN colour TO tint');
show($pdo, 1);
show($pdo, 2);
$other->exec('ALTER TABLE things ADD COLUMN size INT');
show($pdo, 1);
$other->exec('ALTER TABLE things DROP COLUMN size');
show($pdo, 2);

// The table changes while the statement that will be kept is alive.
$alive = $pdo->prepare(TEXT);
$alive->execute([1]);
$alive->closeCursor();
$other->exec('ALTER TABLE things RENAME COLUMN tint TO hue');
$alive->execute([2]);
unset($alive);
show($pdo, 1);

$pdo->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
show($pdo, 2);

$select = $pdo->prepare(TEXT);
echo $select->columnCount(), " before it is executed\n";
$select->bindColumn('HUE', $hue);
$select->execute([1]);
$select->fetch(PDO::FETCH_BOUND);
echo $hue, "\n";
unset($select);

echo $pdo->getPool()->stats()['cacheMisses'], " compiled\n";
array_map(unlink(...), glob("$file*"));
echo "done\n";
?>
--EXPECT--
{"id":1,"colour":"red"} of 2
{"id":2,"colour":"blue"} of 2
{"id":1,"tint":"red"} of 2
{"id":2,"tint":"blue"} of 2
{"id":1,"tint":"red","size":null} of 3
{"id":2,"tint":"blue"} of 2
{"id":1,"hue":"red"} of 2
{"ID":2,"HUE":"blue"} of 2
0 before it is executed
red
1 compiled
done
