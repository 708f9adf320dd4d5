--TEST--
SPEC 19.6, 29.1, 34.32: each connection goes back exactly once, in whatever order the PDO object, statements and coroutine end
--FILE--
<?php
use function Async\{await, spawn, suspend};
require __DIR__ . '/helpers.inc';
$file = database(TABLE);
function orders(array $items): array
{
    if (!$items) {
        return [[]];
    }
    $all = [];
    foreach ($items as $i => $item) {
        foreach (orders(array_values(array_diff_key($items, [$i => 0]))) as $rest) {
            $all[] = [$item, ...$rest];
        }
    }
    return $all;
}
function run(string $file, array $order, bool $transaction, bool $cycle): string
{
    $box = new stdClass();
    $box->pdo = pool(2, $file);
    $box->gate = new Gate();
    $template = WeakReference::create($box->pdo);
    $pool = $box->pdo->getPool();
    $coroutine = spawn(function () use ($box, $transaction) {
        if ($transaction) {
            $box->pdo->beginTransaction();
            $box->pdo->exec("INSERT INTO t (v) VALUES ('lost')");
        }
        $box->first = $box->pdo->query('SELECT 1');
        $box->second = $box->pdo->prepare('SELECT 2');
        $box->gate->pass();
    });
    suspend();
    if ($cycle) {
        $knot = new stdClass();
        [$knot->self, $knot->statement, $knot->pdo] = [$knot, $box->first, $box->pdo];
        unset($knot);
    }
    foreach ($order as $ending) {
        if ($ending === 'coroutine') {
            $box->gate->open();
            await($coroutine);
        } else {
            unset($box->$ending);
        }
        suspend();
    }
    unset($box, $coroutine);
    if ($cycle) {
        gc_collect_cycles();
    }
    suspend();
    return implode(' ', [
        $template->get() === null ? 'freed' : 'kept', $pool->isClosed() ? 'closed' : 'open', $pool->count(), opened($file), committed($file),
    ]);
}
$seen = [];
foreach (orders(['pdo', 'first', 'second', 'coroutine']) as $order) {
    foreach ([false, true] as $transaction) {
        // Without a collector a cycle stays.
        foreach (gc_enabled() ? [false, true] : [false] as $cycle) {
            $seen[run($file, $order, $transaction, $cycle)][] = implode(' ', $order) . ($transaction ? ' T' : '') . ($cycle ? ' C' : '');
        }
    }
}
foreach ($seen as $result => $orders) {
    say($result, count($seen) === 1 ? 'always' : $orders);
}
echo "done\n";
--EXPECT--
freed closed 0 0 0: always
done
