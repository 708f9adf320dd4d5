--TEST--
SPEC 25.2, 25.5: when a function is registered, texts are read and kept statements compiled anew; one that failed is compiled and kept again
--FILE--
<?php
$file = sys_get_temp_dir() . '/cenote-' . getmypid() . '-read-anew.db';
$pdo = new PDO("sqlite:$file", options: [
    PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 1,
]);
$pdo->exec('CREATE TABLE numbers (n INT UNIQUE)');

function run(PDO $pdo, string $sql, mixed $value): string
{
    try {
        $statement = $pdo->prepare($sql);
        $statement->execute([$value]);
        $answer = json_encode($statement->fetchAll(PDO::FETCH_COLUMN));
    } catch (PDOException $error) {
        $answer = "failed ({$error->getCode()})";
    }
    unset($statement, $error);
    ['cacheHits' => $hits, 'cacheMisses' => $misses, 'active' => $active] = $pdo->getPool()->stats();
    return "$answer: $misses compiled, $hits kept, $active bound\n";
}

const INSERT = 'INSERT INTO numbers VALUES (?)';
foreach ([1, 2, 2, 3, 4] as $number) {
    echo run($pdo, INSERT, $number);
}

const UPPER = 'SELECT upper(?)';
echo run($pdo, UPPER, 'a'), run($pdo, UPPER, 'b'), run($pdo, INSERT, 5), run($pdo, UPPER, 'c');
$pdo->sqliteCreateFunction('upper', fn (string $text): string => "our $text", 1);
echo run($pdo, UPPER, 'd'), run($pdo, UPPER, 'e');
array_map(unlink(...), glob("$file*"));
echo "done\n";
?>
--EXPECT--
[]: 1 compiled, 0 kept, 0 bound
[]: 1 compiled, 1 kept, 0 bound
failed (23000): 1 compiled, 2 kept, 0 bound
[]: 2 compiled, 2 kept, 0 bound
[]: 2 compiled, 3 kept, 0 bound
["A"]: 3 compiled, 3 kept, 0 bound
["B"]: 3 compiled, 4 kept, 0 bound
[]: 4 compiled, 4 kept, 0 bound
["C"]: 5 compiled, 4 kept, 0 bound
["our d"]: 6 compiled, 4 kept, 0 bound
["our e"]: 6 compiled, 5 kept, 0 bound
done
