--TEST--
SPEC 25.2, 25.3: a kept statement shows its next user the columns, and only once executed, as one that was never used does
--SKIPIF--
<?php if (!getenv('CENOTE_POSTGRES')) die('skip needs scripts/servers/run.sh'); ?>
--FILE--
<?php
$pooled = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'), null, null, [
    PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 8,
]);
$plain = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'));
const TEXT = "SELECT ?::int AS a, true AS b, 'x'::bytea AS \"Cc\", 1.5::float8 AS d";

$uses = [
    'as it comes' => fn ($s) => [$s->columnCount(), $s->execute([1]), $s->columnCount(), $s->fetch(PDO::FETCH_ASSOC)],
    'only prepared' => fn ($s) => $s->columnCount(),
    'after that' => fn ($s) => [$s->execute([2]), $s->fetch(PDO::FETCH_NUM)],
    'types' => fn ($s) => [$s->execute([3]), array_map(fn ($i) => $s->getColumnMeta($i)['native_type'], range(0, 3))],
    'executed twice' => fn ($s) => [$s->execute([4]), $s->execute([5]), $s->fetchAll(PDO::FETCH_ASSOC)],
    'bound by name before' => function ($s) {
        $s->bindColumn('d', $d);
        $s->bindColumn('nothing', $nothing);
        return [$s->execute([6]), $s->fetch(PDO::FETCH_BOUND), $d, $nothing];
    },
    'bound by name after' => function ($s) {
        $done = $s->execute([7]);
        $s->bindColumn('Cc', $c, PDO::PARAM_STR);
        return [$done, $s->fetch(PDO::FETCH_BOUND), $c];
    },
];
$show = function (PDO $pdo, Closure $use) {
    try {
        $result = $use($pdo->prepare(TEXT));
    } catch (PDOException $error) {
        $result = $error->getMessage();
    }
    return json_encode($result, JSON_PARTIAL_OUTPUT_ON_ERROR);
};
foreach ([PDO::CASE_NATURAL, PDO::CASE_UPPER, PDO::CASE_LOWER, PDO::CASE_NATURAL] as $case) {
    $pooled->setAttribute(PDO::ATTR_CASE, $case);
    $plain->setAttribute(PDO::ATTR_CASE, $case);
    foreach ($uses as $name => $use) {
        $is = $show($pooled, $use);
        $should = $show($plain, $use);
        if ($is !== $should) {
            echo "case $case, $name: $is, not $should\n";
        }
    }
}
// The case changes while the statement that will be kept is alive.
$alive = $pooled->prepare(TEXT);
$alive->execute([8]);
$pooled->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
unset($alive);
$next = $pooled->prepare(TEXT);
$next->execute([9]);
echo implode(' ', array_keys($next->fetch(PDO::FETCH_ASSOC))), "\n";
unset($next);

// A name that is written otherwise in two of the cases is an error, and a statement with an error is not kept.
$stats = $pooled->getPool()->stats();
echo $stats['cacheMisses'], ' compiled, ', $stats['cacheHits'] > 25 ? 'the others kept' : 'too few kept', "\n";
echo "done\n";
?>
--EXPECT--
A B CC D
3 compiled, the others kept
done
