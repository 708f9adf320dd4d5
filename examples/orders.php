<?php
// A shop works off its open orders: all of them at once, each in a coroutine of its own, over five database connections.
//
//   make demo                                             or            scripts/php.sh examples/orders.php
//   make demo DSN='pgsql:host=localhost;dbname=shop'                    scripts/php.sh examples/orders.php DSN [USER [PASSWORD]]
//
// Without a DSN the database is a temporary SQLite file. User and password may also come from the environment: DB_USER and
// DB_PASSWORD. On a server the example makes four tables whose names begin with cenote_demo_, and drops them at the end.
//
// Everything between here and "The two runs" is ordinary PDO code. It does not know whether it is one of many: the same
// function is then run one order after another on a plain PDO object, and for all orders at once on a pooled one.

declare(strict_types=1);

const ORDERS = 300;
const CONNECTIONS = 5;
const PAYMENT_MS = 20;
const PRODUCTS = 7;
const STOCK = 10_000;
const SOLD_OUT = 7; // this product is not in stock; every tenth order asks for it

/** A connection, or with options a pool of them. */
function connect(array $options = []): PDO
{
    global $dsn, $user, $password;
    $pdo = new PDO($dsn, $user, $password, $options);
    if (str_starts_with($dsn, 'sqlite:')) {
        $pdo->exec('PRAGMA synchronous = NORMAL'); // right after construction: holds for every connection of the pool
    }
    return $pdo;
}

function create_shop(PDO $pdo): void
{
    drop_shop($pdo);
    if (str_starts_with($GLOBALS['dsn'], 'sqlite:')) {
        $pdo->exec('PRAGMA journal_mode = WAL');
    }
    $pdo->exec('CREATE TABLE cenote_demo_product (id INTEGER PRIMARY KEY, stock INTEGER NOT NULL CHECK (stock >= 0))');
    $pdo->exec("CREATE TABLE cenote_demo_order (id INTEGER PRIMARY KEY, status VARCHAR(10) NOT NULL DEFAULT 'open')");
    $pdo->exec('CREATE TABLE cenote_demo_line (order_id INTEGER, product_id INTEGER, quantity INTEGER)');
    $pdo->exec('CREATE INDEX cenote_demo_line_order ON cenote_demo_line (order_id)');
    $pdo->exec('CREATE TABLE cenote_demo_delivery (order_id INTEGER, product_id INTEGER, quantity INTEGER)');

    $pdo->beginTransaction();
    $add_product = $pdo->prepare('INSERT INTO cenote_demo_product (id, stock) VALUES (?, ?)');
    for ($product = 1; $product <= PRODUCTS; $product++) {
        $add_product->execute([$product, $product === SOLD_OUT ? 0 : STOCK]);
    }
    $add_order = $pdo->prepare('INSERT INTO cenote_demo_order (id) VALUES (?)');
    $add_line = $pdo->prepare('INSERT INTO cenote_demo_line VALUES (?, ?, ?)');
    for ($order = 1; $order <= ORDERS; $order++) {
        $add_order->execute([$order]);
        $add_line->execute([$order, 1 + $order % 3, 1 + $order % 5]);
        $add_line->execute([$order, $order % 10 === 0 ? SOLD_OUT : 4 + $order % 3, 1]);
    }
    $pdo->commit();
}

function drop_shop(PDO $pdo): void
{
    foreach (['product', 'order', 'line', 'delivery'] as $table) {
        $pdo->exec("DROP TABLE IF EXISTS cenote_demo_$table");
    }
}

function order_lines(PDO $pdo, int $order): array
{
    $statement = $pdo->prepare('SELECT product_id, quantity FROM cenote_demo_line WHERE order_id = ? ORDER BY product_id');
    $statement->execute([$order]);
    return $statement->fetchAll(PDO::FETCH_NUM);
    // With the statement gone, nothing holds the connection any more: it is back in the pool.
}

/** Delivers one order, or nothing of it: false if a product was sold out. */
function process(PDO $pdo, int $order): bool
{
    $lines = order_lines($pdo, $order);

    Async\delay(PAYMENT_MS); // the payment, simulated; no transaction and no connection is held meanwhile

    $pdo->beginTransaction();
    try {
        $take = $pdo->prepare('UPDATE cenote_demo_product SET stock = stock - ? WHERE id = ?');
        $deliver = $pdo->prepare('INSERT INTO cenote_demo_delivery (order_id, product_id, quantity) VALUES (?, ?, ?)');
        foreach ($lines as [$product, $quantity]) {
            $take->execute([$quantity, $product]);
            $deliver->execute([$order, $product, $quantity]);
            Async\suspend(); // others run in the midst of this transaction, and see nothing of it
        }
        $pdo->prepare("UPDATE cenote_demo_order SET status = 'done' WHERE id = ?")->execute([$order]);
        $pdo->commit();
        return true;
    } catch (PDOException $e) {
        $pdo->rollBack();
        if (!breaks_constraint($e)) { // "stock >= 0" is a constraint; all else is an error
            throw $e;
        }
    }
    $pdo->prepare("UPDATE cenote_demo_order SET status = 'refused' WHERE id = ?")->execute([$order]);
    return false;
}

function breaks_constraint(PDOException $e): bool
{
    return str_starts_with((string) $e->getCode(), '23')
        || ($e->errorInfo[1] ?? null) === 3819; // Oracle's MySQL gives CHECK no SQLSTATE of its own
}

// ---- The two runs ---------------------------------------------------------------------------------------------------

function progress(string $run, int $finished): void
{
    if (stream_isatty(STDOUT)) {
        echo "\r$run: $finished of ", ORDERS, ' orders', $finished === ORDERS ? "\r\e[K" : '';
    }
}

function one_after_another(PDO $pdo): float
{
    $start = hrtime(true);
    for ($order = 1; $order <= ORDERS; $order++) {
        process($pdo, $order);
        progress('one after another', $order);
    }
    return (hrtime(true) - $start) / 1e9;
}

function all_at_once(PDO $pdo): float
{
    $start = hrtime(true);
    $finished = 0;
    $coroutines = [];
    for ($order = 1; $order <= ORDERS; $order++) {
        $coroutines[] = Async\spawn(function () use ($pdo, $order, &$finished): void {
            process($pdo, $order);
            progress('all at once', ++$finished);
        });
    }
    Async\await_all_or_fail($coroutines);
    return (hrtime(true) - $start) / 1e9;
}

// ---- What the database says -----------------------------------------------------------------------------------------

function count_orders(PDO $pdo, string $status): int
{
    $statement = $pdo->prepare('SELECT count(*) FROM cenote_demo_order WHERE status = ?');
    $statement->execute([$status]);
    return $statement->fetchColumn();
}

/** @return list<string> what is wrong with the shop after all orders have been processed */
function faults(PDO $pdo): array
{
    $must_be = [
        'orders not processed' => [0, "SELECT count(*) FROM cenote_demo_order WHERE status = 'open'"],
        'orders refused' => [intdiv(ORDERS, 10), "SELECT count(*) FROM cenote_demo_order WHERE status = 'refused'"],
        'lines of refused orders that were delivered' => [0, <<<'SQL'
            SELECT count(*) FROM cenote_demo_delivery JOIN cenote_demo_order ON id = order_id WHERE status <> 'done'
            SQL],
        'lines that were not delivered as ordered' => [0, <<<'SQL'
            SELECT count(*) FROM cenote_demo_line l JOIN cenote_demo_order ON id = order_id WHERE status = 'done' AND NOT EXISTS (
                SELECT 1 FROM cenote_demo_delivery d
                WHERE d.order_id = l.order_id AND d.product_id = l.product_id AND d.quantity = l.quantity)
            SQL],
        'lines delivered' => [2 * (ORDERS - intdiv(ORDERS, 10)), 'SELECT count(*) FROM cenote_demo_delivery'],
        'goods in stock or delivered' => [(PRODUCTS - 1) * STOCK, <<<'SQL'
            SELECT (SELECT sum(stock) FROM cenote_demo_product) + (SELECT sum(quantity) FROM cenote_demo_delivery)
            SQL],
    ];
    $faults = [];
    foreach ($must_be as $what => [$right, $query]) {
        $found = (int) $pdo->query($query)->fetchColumn();
        if ($found !== $right) {
            $faults[] = "$what: $found instead of $right";
        }
    }
    return $faults;
}

$file = sys_get_temp_dir() . '/cenote-orders-' . getmypid() . '.db';
$dsn = $argv[1] ?? "sqlite:$file";
$user = $argv[2] ?? (getenv('DB_USER') ?: null);
$password = $argv[3] ?? (getenv('DB_PASSWORD') ?: null);

try {
    $plain = connect();
} catch (PDOException $e) {
    fwrite(STDERR, "Cannot work on $dsn: {$e->getMessage()}\nGive a DSN, and if need be a user and a password, of a database that can be reached.\n");
    exit(1);
}
create_shop($plain);
echo ORDERS, ' orders on ', $plain->getAttribute(PDO::ATTR_DRIVER_NAME), '; each waits ', PAYMENT_MS,
    " ms for its payment (simulated), outside its transaction.\n";
$sequential_time = one_after_another($plain);
$faults = faults($plain);
create_shop($plain);

$pooled = connect([
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => CONNECTIONS,
]);
$concurrent_time = all_at_once($pooled);

$stats = $pooled->getPool()->stats();
$table = [
    'orders done' => count_orders($pooled, 'done'),
    'rolled back on purpose (sold out)' => count_orders($pooled, 'refused'),
    'connections opened' => $stats['created'] . ' (at most ' . CONNECTIONS . ')',
    'waits for a connection' => $stats['waits'],
    'longest wait' => sprintf('%.1f ms', $stats['waitMax']),
    'time, all at once' => sprintf('%.2f s', $concurrent_time),
    'time, one after another' => sprintf('%.2f s (%.1f times as long)', $sequential_time, $sequential_time / $concurrent_time),
];
foreach ($table as $what => $figure) {
    printf("  %-34s %s\n", $what, $figure);
}

array_push($faults, ...faults($pooled));
if ($stats['created'] > CONNECTIONS) {
    $faults[] = "$stats[created] connections were opened";
}
if ($pooled->getPool()->activeCount() !== 0) {
    $faults[] = 'a connection is still out';
}
echo $faults ? "WRONG: " . implode("\n       ", $faults) : 'The database says the same.', "\n";

drop_shop($plain);
unset($plain, $pooled);
array_map(unlink(...), glob("$file*"));
exit($faults ? 1 : 0);
