<?php
// A random program of coroutines that share pooled PDO objects on one SQLite file.
//
//     scripts/php.sh tests/fuzz-php/pdo_together.php SEED [FLOWS]      FUZZ_TRACE=1 shows the steps
//
// Whatever the program does, three things hold, and a FAULT line says where they do not:
//   - a row that was committed is in the file at the end, and a row whose transaction was not committed is not;
//   - while a flow is inside a transaction, it stays on its connection, and nobody else is on that connection;
//   - in the end no connection is in use, and never more exist than the pool's bound allows.
// A crash, a hang or an internal error is a fault as well; PROGRAM=pdo_together scripts/stress/fuzz.sh looks for those.

use function Async\{await, delay, protect, spawn, suspend, timeout};

final class Planned extends Exception
{
}

final class World
{
    public static World $only;
    public Random\Randomizer $random;
    public string $file;
    /** @var PDO[] */
    public array $pools = [];
    public array $maxima = [];
    /** row => 'committed', 'lost' or 'unknown' */
    public array $rows = [];
    /** name of a connection => the flow that is inside a transaction on it */
    public array $holders = [];
    /** Statements for anybody to use, and coroutines for anybody to cancel. */
    public array $statements = [];
    public array $coroutines = [];
    /** Things that are kept till the script's end. */
    public array $kept = [];
    public array $views = [];
    public int $flows = 0;
    public int $steps;
    public int $depth = 0;
    public bool $over = false;

    public function __construct(int $seed)
    {
        self::$only = $this;
        $this->random = new Random\Randomizer(new Random\Engine\Xoshiro256StarStar($seed));
        $this->steps = $this->below(300) + 50;
        $this->file = realpath(sys_get_temp_dir()) . '/cenote-fuzz-' . getmypid() . '.db';
        $this->remove();
        $pdo = new PDO("sqlite:$this->file");
        $this->one_in(4) || $pdo->exec('PRAGMA journal_mode=WAL');
        $pdo->exec('CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT UNIQUE)');
        $pdo->exec("INSERT INTO t (v) VALUES ('a'), ('b'), ('c')");
    }

    public function remove(): void
    {
        foreach (['', '-wal', '-shm', '-journal'] as $tail) {
            is_file($this->file . $tail) && unlink($this->file . $tail);
        }
    }

    public function below(int $bound): int
    {
        return $this->random->getInt(0, $bound - 1);
    }

    public function one_in(int $n): bool
    {
        return $this->below($n) === 0;
    }

    public function pick(array $from): mixed
    {
        return $from ? array_values($from)[$this->below(count($from))] : null;
    }

    public function open_pool(): PDO
    {
        $max = $this->below(4) + 1;
        $pdo = new ($this->pick(['PDO', 'Talking']))("sqlite:$this->file", null, null, [
            PDO::ATTR_POOL_ENABLED => true,
            PDO::ATTR_POOL_MAX => $max,
            PDO::ATTR_POOL_MIN => $this->pick([0, 0, 1, $max]),
            PDO::ATTR_TIMEOUT => $this->pick([0, 1, 1, 2]),
            PDO::ATTR_POOL_ACQUIRE_TIMEOUT => $this->pick([0.02, 0.1, 0.5]),
            PDO::ATTR_POOL_RESET => $this->pick(['auto', 'auto', 'always']),
            PDO::ATTR_POOL_MAX_LIFETIME => $this->pick([0, 0.001, 0.02, 1800]),
            PDO::ATTR_POOL_IDLE_TIMEOUT => $this->pick([0, 0.001, 0.02, 600]),
            PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => $this->pick([0, 0.001, 0.05]),
            PDO::ATTR_ERRMODE => $this->pick([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT, PDO::ERRMODE_WARNING]),
            PDO::ATTR_POOL_INIT => 'CREATE TEMP TABLE me AS SELECT hex(randomblob(8)) AS name',
        ]);
        $this->maxima[spl_object_id($pdo)] = $max;
        if ($this->one_in(2)) {
            $pdo->sqliteCreateFunction('mine', self::mine(...), 1);
            $pdo->sqliteCreateAggregate('ours', static fn($sum, $row, $x) => self::mine($x), static fn() => self::mine(1), 1);
            $pdo->sqliteCreateCollation('other', static fn($a, $b) => strcmp((string) self::mine($a), (string) $b));
        }
        $view = $pdo->getPool();
        $this->one_in(2) && $this->views[] = $view;
        return $pdo;
    }

    /** What SQLite calls in the middle of a statement. */
    public static function mine(mixed $x): mixed
    {
        $world = self::$only;
        if ($world->over || $world->steps-- < 0) {
            return $x;
        }
        switch ($world->below(9)) {
            case 0:
                throw new Planned('from a function');
            case 1:
                suspend();
                break;
            case 2:
                delay(1);
                break;
            case 3:
                if ($world->depth < 3) {
                    (new Flow)->steps(2);
                }
                break;
            case 4:
                $world->drop_pool();
                break;
            case 5:
                gc_collect_cycles();
                break;
            case 6:
                $world->one_in(20) && exit("exit inside a function\n");
                break;
        }
        return $x;
    }

    public function drop_pool(): void
    {
        if ($this->one_in(6) && $this->pools) {
            unset($this->pools[array_rand($this->pools)]);
        }
    }

    public function fault(string $text): void
    {
        fwrite(STDOUT, "FAULT: $text\n");
    }

    public function check_views(): void
    {
        foreach ($this->pools as $pdo) {
            if ($pdo instanceof Talking && $this->one_in(2)) {
                continue;
            }
            $pool = $pdo->getPool();
            $max = $this->maxima[spl_object_id($pdo)] ?? null;
            if ($max !== null && $pool->idleCount() + $pool->activeCount() > $max) {
                $this->fault("more than $max connections: {$pool->idleCount()} idle, {$pool->activeCount()} active");
            }
        }
    }

    /** When everything is over: the file holds what was committed, and no connection is in use. */
    public function check(): void
    {
        $this->statements = $this->coroutines = [];
        gc_collect_cycles();
        foreach ($this->pools as $pdo) {
            $pool = $pdo->getPool();
            for ($i = 0; $i < 400 && $pool->activeCount() > 0; $i++) {
                delay($i < 200 ? 0 : 5);
            }
            if ($pool->activeCount() > 0 && !$this->kept) {
                $this->fault("{$pool->activeCount()} connections still in use, {$pool->idleCount()} idle");
            }
        }
        $pdo = $pool = null;
        $this->pools = [];
        gc_collect_cycles();
        foreach ($this->views as $view) {
            if (!$this->kept && (!$view->isClosed() || count($view) > 0)) {
                $this->fault('the pool of a dropped object is not closed');
            }
        }
        $this->check_rows();
        // What a background coroutine was just opening is closed by it, and a cycle that something held at the collector's run above goes in a
        // later one: a destructor that the collector calls runs a query, too.
        for ($i = 0; $i < 200 && $this->open_files(); $i++) {
            gc_collect_cycles();
            delay(5);
        }
        if ($this->open_files() && !$this->kept) {
            $this->fault("{$this->open_files()} descriptors left");
        }
    }

    private function open_files(): int
    {
        return count(array_filter(scandir('/proc/self/fd'), fn($fd) => @readlink("/proc/self/fd/$fd") === $this->file));
    }

    public function check_rows(): void
    {
        $pdo = new PDO("sqlite:$this->file");
        $found = array_flip($pdo->query("SELECT v FROM t WHERE v LIKE 'row%'")->fetchAll(PDO::FETCH_COLUMN));
        foreach ($this->rows as $row => $fate) {
            if ($fate === 'committed' && !isset($found[$row])) {
                $this->fault("$row was committed and is missing");
            }
            if ($fate === 'lost' && isset($found[$row])) {
                $this->fault("$row was rolled back and is there");
            }
            unset($found[$row]);
        }
        foreach ($found as $row => $_) {
            $this->fault("$row is there and was never inserted");
        }
    }
}

/** A user's subclass that overrides what it can. */
class Talking extends PDO
{
    public function exec(string $sql): int|false
    {
        World::$only->one_in(4) && suspend();
        return parent::exec($sql);
    }

    public function prepare(string $sql, array $options = []): PDOStatement|false
    {
        if (World::$only->one_in(3)) {
            $options[PDO::ATTR_STATEMENT_CLASS] = [Told::class, [$this]];
        }
        return parent::prepare($sql, $options);
    }

    public function __destruct()
    {
        if (!World::$only->over && World::$only->one_in(3)) {
            try {
                $this->query('SELECT 1');
            } catch (PDOException | Async\AsyncException | Async\AsyncCancellation) {
            }
        }
    }
}

/** A statement whose constructor uses the object that makes it. */
class Told extends PDOStatement
{
    protected function __construct(public PDO $pdo)
    {
        $world = World::$only;
        if ($world->one_in(4)) {
            $pdo->query('SELECT 1');
        }
        $world->one_in(8) && suspend();
        if ($world->one_in(8)) {
            throw new Planned('from a constructor');
        }
    }
}

/** A row whose making takes a while. */
class Row
{
    public function __construct()
    {
        World::mine(1);
    }

    public function __set(string $name, mixed $value): void
    {
        World::mine(1);
    }
}

final class Flow
{
    public int $number;
    private ?PDO $pdo = null;
    /** Rows of the open transaction, and the connection it is on. */
    private array $pending = [];
    private ?string $name = null;
    private bool $inside = false;
    private array $statements = [];

    public function __construct()
    {
        $this->number = ++World::$only->flows;
    }

    public function run(): mixed
    {
        $world = World::$only;
        try {
            $this->steps($world->below(12) + 1);
        } finally {
            $this->settle('lost');
            if ($world->one_in(10)) {
                $world->kept[] = $this->statements;
            }
        }
        return $world->one_in(5) ? $this->statements : null;
    }

    public function steps(int $count): void
    {
        $world = World::$only;
        $world->depth++;
        try {
            for (; $count > 0 && $world->steps-- > 0 && !$world->over; $count--) {
                if (!$this->inside) {
                    $this->pdo = $world->pick($world->pools);
                }
                if (!$this->pdo) {
                    return;
                }
                $step = $world->pick(self::names());
                getenv('FUZZ_TRACE') && fwrite(STDERR, "[$this->number] $step\n");
                try {
                    $this->$step($this->pdo);
                } catch (PDOException | Planned | Async\AsyncException | Async\TimeoutException $error) {
                    getenv('FUZZ_TRACE') && fwrite(STDERR, "[$this->number] {$error->getMessage()}\n");
                    $world->one_in(10) && $world->kept[] = $error;
                    if ($world->one_in(25)) {
                        throw $error;
                    }
                } catch (Async\AsyncCancellation $cancelled) {
                    if ($world->one_in(2)) {
                        throw $cancelled;
                    }
                    $cancelled = null;
                }
                $error = null;
                $world->one_in(5) && $world->check_views();
            }
        } finally {
            $world->depth--;
        }
    }

    private static function names(): array
    {
        static $names;
        return $names ??= array_values(array_filter(get_class_methods(self::class), fn($name) => str_starts_with($name, 'step_')));
    }

    /** The transaction is over: what becomes of its rows. */
    private function settle(string $fate): void
    {
        foreach ($this->pending as $row) {
            World::$only->rows[$row] = $fate;
        }
        $this->pending = [];
        if ($this->name !== null && (World::$only->holders[$this->name] ?? null) === $this->number) {
            unset(World::$only->holders[$this->name]);
        }
        $this->name = null;
        $this->inside = false;
    }

    private function ask_name(PDO $pdo): ?string
    {
        $statement = $pdo->query('SELECT name FROM me');
        $name = $statement ? $statement->fetchColumn() : null;
        return is_string($name) ? $name : null;
    }

    private function entered(PDO $pdo): void
    {
        $this->inside = true;
        $name = $this->ask_name($pdo);
        if ($name === null) {
            return;
        }
        $holder = World::$only->holders[$name] ?? null;
        if ($holder !== null && $holder !== $this->number) {
            World::$only->fault("flow $this->number is on the connection of the transaction of flow $holder");
        }
        World::$only->holders[$name] = $this->number;
        $this->name = $name;
    }

    private function step_begin(PDO $pdo): void
    {
        if ($this->inside) {
            return;
        }
        if (World::$only->one_in(2) ? $pdo->beginTransaction() : $pdo->exec(World::$only->pick(['BEGIN', 'BEGIN IMMEDIATE', '/* x */ begin exclusive'])) !== false) {
            $this->entered($pdo);
        }
    }

    private function step_commit(PDO $pdo): void
    {
        if (!$this->inside) {
            return;
        }
        try {
            $done = World::$only->one_in(2) ? $pdo->commit() : $pdo->exec('COMMIT') !== false;
            if ($done) {
                $this->settle('committed');
            }
        } catch (Throwable $error) {
            // A lock may have stopped it: then the transaction is still open. Nobody can tell after a cancellation.
            if (!$error instanceof PDOException || !$pdo->inTransaction()) {
                $this->settle('unknown');
            }
            throw $error;
        }
    }

    private function step_roll_back(PDO $pdo): void
    {
        if (!$this->inside) {
            return;
        }
        try {
            World::$only->one_in(2) ? $pdo->rollBack() : $pdo->exec('ROLLBACK');
        } finally {
            if (!$pdo->inTransaction()) {
                $this->settle('lost');
            }
        }
    }

    private function step_same_connection(PDO $pdo): void
    {
        if (!$this->inside || $this->name === null) {
            return;
        }
        try {
            $name = $this->ask_name($pdo);
        } catch (PDOException) {
            return;
        }
        if ($name !== null && $name !== $this->name) {
            World::$only->fault("flow $this->number was moved to another connection inside a transaction");
        }
        if (!$pdo->inTransaction()) {
            World::$only->fault("flow $this->number has lost its transaction");
        }
    }

    private function insert(PDO $pdo, callable $how): void
    {
        static $count = 0;
        $row = 'row' . $this->number . '-' . ++$count;
        World::$only->rows[$row] = 'unknown';
        $in_transaction = $this->inside;
        $done = $how($row);
        if ($done === false) {
            return;
        }
        if ($in_transaction && $this->inside) {
            $this->pending[] = $row;
        } elseif (!$in_transaction && !$pdo->inTransaction()) {
            World::$only->rows[$row] = 'committed';
        }
    }

    private function step_insert(PDO $pdo): void
    {
        $this->insert($pdo, fn($row) => $pdo->exec("INSERT INTO t (v) VALUES ('$row')"));
    }

    private function step_insert_prepared(PDO $pdo): void
    {
        $this->insert($pdo, function ($row) use ($pdo) {
            $statement = $pdo->prepare('INSERT INTO t (v) VALUES (?)');
            return $statement ? $statement->execute([$row]) : false;
        });
    }

    private function step_last_id(PDO $pdo): void
    {
        if (!$this->inside) {
            $this->insert($pdo, function ($row) use ($pdo) {
                if ($pdo->exec("INSERT INTO t (v) VALUES ('$row')") === false) {
                    return false;
                }
                $id = $pdo->lastInsertId();
                World::$only->one_in(2) && suspend();
                $again = $pdo->lastInsertId();
                $check = $pdo->query("SELECT id FROM t WHERE v = '$row'");
                $real = $check ? $check->fetchColumn() : false;
                if ($real !== false && ($id != $real || $again != $real)) {
                    World::$only->fault("lastInsertId() is $id and $again, the row has $real");
                }
                return true;
            });
        }
    }

    private function step_same_row_twice(PDO $pdo): void
    {
        $pdo->exec("INSERT INTO t (v) VALUES ('a')");
        $code = $pdo->errorCode();
        suspend();
        if ($pdo->errorCode() !== $code || $pdo->errorInfo()[0] !== $code) {
            World::$only->fault('another error state after a suspension');
        }
    }

    private function step_savepoint(PDO $pdo): void
    {
        if (!$this->inside || !World::$only->one_in(2)) {
            return;
        }
        $pdo->exec('SAVEPOINT s');
        World::$only->one_in(2) && suspend();
        $pdo->exec(World::$only->pick(['RELEASE s', 'ROLLBACK TO s']));
    }

    private function step_syntax_error(PDO $pdo): void
    {
        $pdo->query('SELEC 1');
    }

    private function step_prepare(PDO $pdo): void
    {
        $statement = $pdo->prepare(World::$only->pick([
            'SELECT v FROM t', 'SELECT mine(v) FROM t', 'SELECT ours(id) FROM t', 'SELECT * FROM t WHERE id > ?',
            'SELECT v FROM t ORDER BY v COLLATE other', 'SELECT 1', 'SELECT id, v FROM t LIMIT 2', 'nonsense', '',
        ]));
        if (!$statement) {
            return;
        }
        switch (World::$only->below(3)) {
            case 0:
                World::$only->statements[] = $statement;
                break;
            case 1:
                $this->statements[] = $statement;
        }
        $statement->execute();
    }

    private function step_execute(PDO $pdo): void
    {
        $statement = World::$only->pick($this->statements);
        $statement?->execute(World::$only->one_in(3) ? [1] : null);
    }

    private function step_use_shared_statement(PDO $pdo): void
    {
        $statement = World::$only->pick(World::$only->statements);
        if (!$statement) {
            return;
        }
        World::$only->one_in(2) && $statement->execute();
        match (World::$only->below(6)) {
            0 => $statement->fetch(),
            1 => $statement->fetchAll(),
            2 => $statement->closeCursor(),
            3 => $statement->errorInfo(),
            4 => $statement->rowCount(),
            5 => $statement->debugDumpParams(),
        };
    }

    private function step_fetch(PDO $pdo): void
    {
        $statement = World::$only->pick($this->statements) ?? $pdo->query(World::$only->pick(['SELECT id, v FROM t', 'SELECT mine(id), v FROM t']));
        if (!$statement) {
            return;
        }
        switch (World::$only->below(10)) {
            case 0:
                foreach ($statement as $row) {
                    World::$only->one_in(3) && suspend();
                    if (World::$only->one_in(5)) {
                        break;
                    }
                }
                break;
            case 1:
                $statement->fetchAll(PDO::FETCH_FUNC, fn(...$row) => World::mine($row[0]));
                break;
            case 2:
                $statement->fetchAll(PDO::FETCH_CLASS, Row::class);
                break;
            case 3:
                $statement->setFetchMode(PDO::FETCH_INTO, new Row);
                $statement->fetch();
                break;
            case 4:
                $lazy = $statement->fetch(PDO::FETCH_LAZY);
                suspend();
                $lazy && $lazy->v ?? null;
                break;
            case 5:
                $statement->bindColumn(1, $this->name_of_column);
                $statement->fetch(PDO::FETCH_BOUND);
                break;
            case 6:
                $statement->nextRowset();
                break;
            case 7:
                $statement->getColumnMeta(0);
                break;
            default:
                $statement->fetchAll();
        }
    }

    private mixed $name_of_column = null;

    private function step_forget(PDO $pdo): void
    {
        match (World::$only->below(3)) {
            0 => $this->statements = [],
            1 => World::$only->statements = [],
            2 => array_pop($this->statements),
        };
    }

    private function step_cycle(PDO $pdo): void
    {
        $statement = $pdo->prepare('SELECT 1');
        if ($statement) {
            $holder = new stdClass;
            $holder->self = $holder;
            $holder->statement = $statement;
            World::$only->one_in(3) && $holder->pdo = $pdo;
        }
        World::$only->one_in(2) && gc_collect_cycles();
    }

    private function step_attribute(PDO $pdo): void
    {
        match (World::$only->below(7)) {
            0 => $pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, World::$only->one_in(2)),
            1 => $pdo->setAttribute(PDO::ATTR_TIMEOUT, World::$only->below(3)),
            2 => $pdo->setAttribute(PDO::ATTR_ERRMODE, World::$only->below(3)),
            3 => $pdo->getAttribute(PDO::ATTR_SERVER_VERSION),
            4 => $pdo->getAttribute(PDO::ATTR_POOL_MAX),
            5 => $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, World::$only->one_in(2) ? [Told::class, [$pdo]] : [PDOStatement::class]),
            6 => @$pdo->setAttribute(PDO::ATTR_POOL_MAX, 3),
        };
    }

    private function step_function(PDO $pdo): void
    {
        $pdo->sqliteCreateFunction('f' . World::$only->below(20), World::mine(...), World::$only->below(3) - 1);
    }

    private function step_session(PDO $pdo): void
    {
        $pdo->exec(World::$only->pick([
            'PRAGMA cache_size = 100', 'CREATE TEMP TABLE IF NOT EXISTS temporary (x)', 'PRAGMA foreign_keys = 1',
            "ATTACH ':memory:' AS other", 'PRAGMA user_version',
        ]));
    }

    private function step_wait(PDO $pdo): void
    {
        World::$only->one_in(3) ? delay(World::$only->below(3)) : suspend();
    }

    private function step_timeout(PDO $pdo): void
    {
        $pdo = null;
        // The awaited flow goes on by itself.
        await(World::$only->coroutines[] = spawn((new Flow)->run(...)), timeout(World::$only->below(20)));
    }

    private function step_protect(PDO $pdo): void
    {
        protect(fn() => $this->steps(2));
    }

    private function step_spawn(PDO $pdo): void
    {
        $child = spawn((new Flow)->run(...));
        World::$only->coroutines[] = $child;
        if (World::$only->one_in(4) && !$this->inside) {
            await($child);
        }
    }

    private function step_cancel(PDO $pdo): void
    {
        World::$only->pick(World::$only->coroutines)?->cancel();
    }

    private function step_nested(PDO $pdo): void
    {
        $was_inside = $this->inside;
        $fiber = new Fiber(function () use ($was_inside): void {
            try {
                $this->steps(2);
            } finally {
                // What a Fiber has begun is rolled back at its end (SPEC 46), and others run before start() returns.
                if (!$was_inside && $this->inside) {
                    $this->settle('lost');
                }
            }
        });
        $fiber->start();
    }

    private function step_drop(PDO $pdo): void
    {
        if (World::$only->one_in(6)) {
            unset($pdo);
            World::$only->drop_pool();
        }
    }

    private function step_backtrace(PDO $pdo): void
    {
        set_error_handler(static function () {
            foreach (debug_backtrace() as $frame) {
                ($frame['object'] ?? null) instanceof PDO && $frame['object']->errorInfo();
            }
            World::$only->one_in(3) && suspend();
            if (World::$only->one_in(5)) {
                throw new Planned('from an error handler');
            }
            return true;
        });
        try {
            $pdo->query('SELEC 1');
        } finally {
            restore_error_handler();
        }
    }

    private function step_misuse(PDO $pdo): void
    {
        try {
            match (World::$only->below(6)) {
                0 => $pdo->__construct('sqlite::memory:'),
                1 => clone $pdo,
                2 => $pdo->getPool()->close(),
                3 => $pdo->getPool()->acquire(),
                4 => serialize($pdo),
                5 => (new ReflectionClass(PDO::class))->newInstanceWithoutConstructor()->exec('SELECT 1'),
            };
        } catch (Error | Exception $error) {
            if ($error instanceof Async\AsyncCancellation) {
                throw $error;
            }
        }
    }
}

$world = new World((int) ($argv[1] ?? 1));
set_error_handler(static fn() => true);
$end = $world->below(12);
register_shutdown_function(static function () use ($world) {
    register_shutdown_function(static function () use ($world) {
        $world->over = true;
        $world->check_rows();
        echo "reached the end\n";
        $world->remove();
    });
});
for ($i = $world->below(2); $i >= 0; $i--) {
    $world->pools[] = $world->open_pool();
}
for ($i = (int) ($argv[2] ?? $world->below(12)); $i >= 0; $i--) {
    $world->coroutines[] = spawn((new Flow)->run(...));
}
if ($end === 0) {
    // The main flow leaves the rest to themselves.
    echo "main ended\n";
    return;
}
try {
    // What the main flow has open stays in use to its end, so it only works itself where nobody counts afterwards.
    $end < 4 ? (new Flow)->run() : await(spawn((new Flow)->run(...)));
} catch (PDOException | Planned | Async\AsyncException | Async\AsyncCancellation | Async\TimeoutException) {
}
if ($end === 1) {
    exit("main exits\n");
}
if ($end === 2) {
    throw new Planned('main throws');
}
for ($i = 0; $i < count($world->coroutines); $i++) {
    try {
        await($world->coroutines[$i]);
    } catch (Throwable) {
    }
}
while (count(Async\coroutines()) > 1) {
    delay(1);
}
$end < 4 || $world->check();
echo "main done\n";
