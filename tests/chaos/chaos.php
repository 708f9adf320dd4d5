<?php
// Coroutines transfer money through one pooled PDO while connections are killed and cut, answers to COMMIT are lost, the
// server is restarted twice, and coroutines are cancelled and run out of time. Started by scripts/stress/chaos.sh:
//
//     tests/chaos/chaos.php SERVER SECONDS SEED [plant]     SERVER: pgsql or mysql
//
// What must hold whatever happens, each a check that ends the run with exit code 1 where it does not:
//   sum         no money is lost or made, at any time; each account is what the book of transfers makes it
//   committed   every commit that was acknowledged is in the book
//   refused     no transfer is in the book that failed before its COMMIT was sent
//   row         every row is the one that was asked for
//   session     nobody sees what another coroutine has left in its session
//   open        in the end no transaction of the pool's is open on the server
//   back        the pool serves again within 2 s of the server's return
//   ended       every coroutine ends, and the pool has nothing out
//   faults      each kind of fault came about
// With "plant" each of these is violated once on purpose, and has to be noticed.

declare(strict_types=1);

require dirname(__DIR__, 2) . '/scripts/servers/helpers/faulty_proxy.inc';
require __DIR__ . '/bank.php';

use Async\{AsyncCancellation, Coroutine, OperationCanceledException};
use function Async\{await, delay, spawn, timeout};

const CLERKS = 64;
const CONNECTIONS = 12;
/** In seconds. */
const BACK_WITHIN = 2.0;
const PATIENCE = 30;

final class Chaos
{
    /** What has to come about besides what disturbers do. */
    private const MUST_BE = ['cancellation seen by a clerk', 'time limit of the pool', 'time limit of await()', 'server stopped and restarted',
        'server crashed and restarted'];

    private Random\Randomizer $random;
    private PDO $pdo;
    private bool $over = false;
    private int $last_transfer = 0;
    /** @var array<int, true> transfers whose commit() returned */
    private array $committed = [];
    /** @var array<int, true> transfers that failed before their COMMIT was sent */
    private array $refused = [];
    /** How many transfers had their commit() fail: nobody knows. */
    private int $unknown = 0;
    private int $reads = 0;
    /** @var array<int, Coroutine> */
    private array $alive = [];
    private int $spawned = 0;
    private int $ended = 0;
    /** Clerks rest until then. */
    private float $pause_until = 0;
    /** @var list<float> seconds from the server's return to the next commit */
    private array $back = [];
    /** @var array<string, int> */
    private array $injected = [];
    /** @var array<string, list<string>> by check */
    private array $wrong = [];
    /** @var array<string, true> what has still to be planted */
    private array $to_plant = [];

    public function __construct(private Bank $bank, private int $seconds, int $seed, private bool $plant)
    {
        $this->random = new Random\Randomizer(new Random\Engine\Xoshiro256StarStar($seed));
        if ($plant) {
            $this->to_plant = array_fill_keys(['sum', 'committed', 'refused', 'row', 'back', 'ended', 'faults'], true);
        }
    }

    private function below(int $bound): int
    {
        return $this->random->getInt(0, $bound - 1);
    }

    private function count(string $fault): void
    {
        $this->injected[$fault] = ($this->injected[$fault] ?? 0) + 1;
    }

    private function wrong(string $check, string $text): void
    {
        $this->wrong[$check][] = $text;
    }

    /** Whether a fault of this kind is to be planted now. */
    private function plants(string $check): bool
    {
        $now = isset($this->to_plant[$check]);
        unset($this->to_plant[$check]);
        return $now;
    }

    // ------------------------------------------------------------------ the clerks

    /** Keeps a clerk at work: one that is cancelled or goes home is replaced. */
    private function employ(): void
    {
        if ($this->over) {
            return;
        }
        $clerk = spawn(function (): void {
            try {
                $this->work();
            } catch (AsyncCancellation) {
                $this->count('cancellation seen by a clerk');
            } catch (PDOException $e) {
                $this->sort($e);
            }
        });
        $this->spawned++;
        $this->alive[$id = $clerk->getId()] = $clerk;
        $clerk->onFinally(function () use ($id): void {
            unset($this->alive[$id]);
            $this->ended++;
            $this->employ();
        });
    }

    /** What leaves here ends the clerk; whatever it holds goes back to the pool with it. */
    private function work(): void
    {
        for ($rounds = 1 + $this->below(15); $rounds > 0 && !$this->over; $rounds--) {
            while (microtime(true) < $this->pause_until) {
                delay(20);
            }
            try {
                match ($this->below(8)) {
                    0 => $this->read(),
                    1 => $this->audit(),
                    2 => $this->transfer_with_time_limit(),
                    default => $this->transfer(),
                };
            } catch (PDOException $e) {
                $this->sort($e);
                if ($this->below(2)) {
                    throw $e;
                }
                $this->pdo->inTransaction() && $this->pdo->rollBack();
                delay(1 + $this->below(20));
            }
        }
        if ($this->below(4) === 0) {
            $this->pdo->exec($this->bank->mark());
        }
    }

    private function sort(PDOException $e): void
    {
        if ($e->getCode() === 'HYT00') {
            $this->count('time limit of the pool');
        }
    }

    private function transfer(): void
    {
        $number = ++$this->last_transfer;
        $accounts = $this->random->pickArrayKeys(array_fill(1, Bank::ACCOUNTS, true), 2);
        [$source, $target] = $this->below(2) ? $accounts : array_reverse($accounts);
        $amount = 1 + $this->below(100);
        $loses_money = $this->plants('sum');
        try {
            $this->pdo->beginTransaction();
            // Always in the order of their numbers: no deadlocks.
            foreach ($accounts as $id) {
                $this->change($id, $id === $source ? -$amount : $amount);
                $this->below(4) || $this->pdo->query($this->bank->sleep($this->below(15)));
            }
            $this->pdo->exec("INSERT INTO book VALUES ($number, $source, $target, $amount)");
            $loses_money && $this->change($source, -1);
        } catch (Throwable $e) {
            $this->refused[$number] = true;
            $loses_money && $this->to_plant['sum'] = true;
            throw $e;
        }
        try {
            $pretends = !$loses_money && $this->plants('committed');
            $pretends ? $this->pdo->rollBack() : $this->pdo->commit();
            $this->committed[$number] = true;
            if (!$pretends && $this->plants('refused')) {
                $this->refused[$number] = true;
            }
        } catch (PDOException $e) {
            if ($e->getCode() === '25000') {
                $this->refused[$number] = true;
            } else {
                $this->unknown++;
            }
            throw $e;
        } catch (Throwable $e) {
            $this->unknown++;
            throw $e;
        }
    }

    private function change(int $account, int $by): void
    {
        $statement = $this->pdo->prepare('UPDATE accounts SET balance = balance + ? WHERE id = ?');
        $statement->execute([$by, $account]);
        if ($statement->rowCount() !== 1) {
            $this->wrong('row', "an UPDATE of one row changed {$statement->rowCount()}");
        }
    }

    /** Somebody else makes it, and is cancelled if it takes too long. */
    private function transfer_with_time_limit(): void
    {
        $failure = null; // which nobody would await that comes between the time limit and the cancellation
        $other = spawn(function () use (&$failure) {
            try {
                $this->transfer();
            } catch (PDOException $e) {
                $failure = $e;
            }
        });
        try {
            await($other, timeout(1 + $this->below(60)));
        } catch (OperationCanceledException) {
            $this->count('time limit of await()');
        } finally {
            $other->cancel();
        }
        if ($failure) {
            throw $failure;
        }
    }

    private function read(): void
    {
        $id = 1 + $this->below(Bank::ACCOUNTS);
        $token = $this->below(1_000_000);
        $statement = $this->pdo->prepare('SELECT id, ' . ($this->bank->is_postgres ? '?::int' : '?') . ' AS token FROM accounts WHERE id = ?');
        $statement->execute([$token, $this->plants('row') ? $id % Bank::ACCOUNTS + 1 : $id]);
        $rows = $statement->fetchAll(PDO::FETCH_NUM);
        if ($rows != [[$id, $token]]) {
            $this->wrong('row', "account $id with token $token was answered with " . json_encode($rows));
        }
        $this->reads++;
    }

    /** Not inside a transaction, so that each query sees all accounts at one moment. */
    private function audit(): void
    {
        $total = (int) $this->pdo->query('SELECT sum(balance) FROM accounts')->fetchColumn();
        if ($total !== Bank::ACCOUNTS * Bank::START) {
            $this->wrong('sum', "the sum was $total for a while");
        }
        $mark = $this->pdo->query($this->bank->look_for_mark())->fetchColumn();
        if ($mark !== '') {
            $this->wrong('session', "somebody else's setting was seen");
        }
    }

    // ------------------------------------------------------------------ those who disturb

    private function disturb(string $name, int $ms_apart, Closure $fault): void
    {
        $this->injected[$name] = 0;
        while (!$this->over) {
            delay(intdiv($ms_apart, 2) + $this->below($ms_apart));
            try {
                $this->over || !$fault() || $this->count($name);
            } catch (PDOException) {
                // The server is down.
            }
        }
    }

    /** @param Closure(PDO, int): bool $fault */
    private function to_a_connection(Closure $fault): bool
    {
        $observer = $this->bank->direct();
        $ids = $this->bank->connections($observer);
        return $ids && $fault($observer, (int) $ids[$this->below(count($ids))]);
    }

    private function cut_answer(string $text): bool
    {
        $done = $this->bank->proxy->done();
        $this->bank->proxy->cut_answer_to($text);
        for ($tries = 0; $tries < 100 && $this->bank->proxy->done() === $done; $tries++) {
            delay(2);
        }
        $this->bank->proxy->pass();
        return $this->bank->proxy->done() > $done;
    }

    private function cut_all(): bool
    {
        return $this->pdo->getPool()->count() > 0 && !$this->bank->proxy->cut();
    }

    private function cancel_somebody(): bool
    {
        $clerk = $this->alive ? $this->alive[array_rand($this->alive)] : null;
        $clerk?->cancel();
        return $clerk !== null;
    }

    private function restart(bool $crash): void
    {
        $rests = $this->plants('back');
        $this->pause_until = $rests ? INF : 0;
        $this->bank->stop($crash);
        delay(200 + $this->below(600));
        $this->bank->start();
        $this->count($crash ? 'server crashed and restarted' : 'server stopped and restarted');
        if ($rests) {
            $this->pause_until = microtime(true) + BACK_WITHIN + 1;
        }
        [$begin, $held_up, $before] = [microtime(true), $this->held_up(), count($this->committed)];
        while (count($this->committed) === $before && microtime(true) < $begin + 10 && !$this->over) {
            delay(5);
        }
        $took = microtime(true) - $begin - ($this->held_up() - $held_up);
        $this->back[] = $took;
        if ($took > BACK_WITHIN) {
            $this->wrong('back', sprintf('the next commit came %.2f s after the server', $took));
        }
    }

    /** For how many seconds so far this process was ready to run and the machine ran others. */
    private function held_up(): float
    {
        return (int) (explode(' ', (string) @file_get_contents('/proc/self/schedstat'))[1] ?? 0) / 1e9;
    }

    // ------------------------------------------------------------------ the run

    public function run(): int
    {
        $this->bank->open();
        $this->pdo = $this->bank->pool([
            PDO::ATTR_POOL_ENABLED => true,
            PDO::ATTR_POOL_MAX => CONNECTIONS,
            PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 0.4,
            PDO::ATTR_POOL_STMT_CACHE_SIZE => 8,
            PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0.5,
            PDO::ATTR_POOL_MAX_LIFETIME => 3,
            PDO::ATTR_POOL_RESET => $this->plant ? 'never' : 'auto',
        ]);
        for ($clerk = 0; $clerk < CLERKS; $clerk++) {
            $this->employ();
        }
        $disturbers = [];
        foreach ([
            'connection killed' => [120, fn () => $this->to_a_connection($this->bank->end_connection(...))],
            'query killed' => [120, fn () => $this->to_a_connection($this->bank->end_query(...))],
            'answer to COMMIT lost' => [200, fn () => $this->cut_answer('COMMIT')],
            'answer to INSERT lost' => [300, fn () => $this->cut_answer('INSERT INTO book')],
            'all connections cut' => [700, $this->cut_all(...)],
            'coroutine cancelled' => [20, $this->cancel_somebody(...)],
        ] as $name => [$ms_apart, $fault]) {
            $disturbers[] = spawn($this->disturb(...), $name, $ms_apart, $fault);
        }
        if ($this->plants('faults')) {
            $this->injected['something that nobody does'] = 0;
        }
        foreach ([false, true] as $crash) {
            delay(intdiv($this->seconds * 1000, 3));
            $this->restart($crash);
        }
        delay(intdiv($this->seconds * 1000, 3));
        // On a slow machine a kind of fault may need more time to come about.
        for ($end = microtime(true) + 2 * $this->seconds; !$this->plant && $this->lacks_a_fault() && microtime(true) < $end;) {
            delay(100);
        }
        $this->over = true;
        $this->let_end($disturbers);
        $this->check();
        return $this->report();
    }

    private function lacks_a_fault(): bool
    {
        $stats = $this->pdo->getPool()->stats();
        $counts = $this->injected + array_fill_keys(self::MUST_BE, 0);
        return min($counts) === 0 || min($stats['broken'], $stats['rollbacks'], $stats['cacheHits'], $stats['resets']) === 0;
    }

    private function let_end(array $disturbers): void
    {
        $stays = $this->plants('ended') ? [spawn(fn () => delay((PATIENCE + 10) * 1000))] : [];
        $patience = $stays ? 3 : PATIENCE;
        for ($end = microtime(true) + $patience; microtime(true) < $end; delay(20)) {
            $waiting = array_filter([...array_values($this->alive), ...$disturbers, ...$stays], fn (Coroutine $c): bool => !$c->isCompleted());
            if (!$waiting && $this->pdo->getPool()->activeCount() === 0) {
                return;
            }
        }
        $this->wrong('ended', count($waiting) . " coroutines did not end, {$this->pdo->getPool()->activeCount()} connections are out");
        foreach ($stays ?: $waiting as $coroutine) {
            $coroutine->cancel();
        }
    }

    private function check(): void
    {
        $observer = $this->bank->direct();
        if ($this->plant) {
            $open = $this->bank->direct(Bank::NAME);
            $open->beginTransaction();
            $open->exec('UPDATE accounts SET balance = balance');
        }
        // A server may take a moment to see that a client has gone; and MariaDB tells of its transactions only so often anew.
        $end = microtime(true) + ($this->plant ? 1 : 10);
        while (($transactions = $this->bank->open_transactions($observer)) > 0 && microtime(true) < $end) {
            delay(250);
        }
        $transactions === 0 || $this->wrong('open', "$transactions transactions are open");
        $open = null;

        $total = $this->bank->total($observer);
        $expected = Bank::ACCOUNTS * Bank::START;
        $total === $expected || $this->wrong('sum', "the sum is $total, not $expected");
        $book = $this->bank->book($observer);
        $balances = array_fill(1, Bank::ACCOUNTS, Bank::START);
        foreach ($book as ['source' => $source, 'target' => $target, 'amount' => $amount]) {
            $balances[$source] -= $amount;
            $balances[$target] += $amount;
        }
        foreach ($this->bank->balances($observer) as $id => $balance) {
            $balances[$id] === $balance || $this->wrong('sum', "account $id has $balance, by the book {$balances[$id]}");
        }
        foreach (array_keys(array_diff_key($this->committed, $book)) as $number) {
            $this->wrong('committed', "transfer $number was acknowledged and is not in the book");
        }
        foreach (array_keys(array_intersect_key($this->refused, $book)) as $number) {
            $this->wrong('refused', "transfer $number failed before its COMMIT and is in the book");
        }
        $missing = array_diff_key($book, $this->committed, $this->refused);
        count($missing) <= $this->unknown || $this->wrong('committed', count($missing) . " transfers in the book, {$this->unknown} unknown ones");

        $stats = $this->pdo->getPool()->stats();
        foreach (['broken' => 'broken connections replaced', 'rollbacks' => 'rollback by the pool', 'cacheHits' => 'kept statement used'] as $figure => $name) {
            $this->injected[$name] = $stats[$figure];
        }
        $this->injected['session cleaned by the pool'] = $this->plant ? 1 : $stats['resets'];
        printf("  %d transfers acknowledged, %d refused, %d unknown (%d of these in the book), %d reads, %d coroutines\n",
            count($this->committed), count($this->refused), $this->unknown, count($missing), $this->reads, $this->spawned);
        printf("  pool: %d created, %d broken, %d rollbacks, %d resets, %d connects failed, %d expired, cache %d hits\n", $stats['created'],
            $stats['broken'], $stats['rollbacks'], $stats['resets'], $stats['createFailures'], $stats['expired'], $stats['cacheHits']);
        printf("  seconds from the server's return to the next commit: %s\n", implode(', ', array_map(fn ($s) => sprintf('%.2f', $s), $this->back)));
    }

    private function report(): int
    {
        $this->injected += array_fill_keys(self::MUST_BE, 0);
        ksort($this->injected);
        foreach ($this->injected as $name => $count) {
            printf("  %-40s %5d times\n", $name, $count);
            $count > 0 || $this->wrong('faults', "no $name");
        }
        if ($this->spawned !== $this->ended) {
            $this->wrong('ended', "$this->spawned coroutines, $this->ended ended");
        }
        foreach ($this->wrong as $check => $texts) {
            foreach (array_slice($texts, 0, 10) as $text) {
                echo "FAULT: $check: $text\n";
            }
        }
        return $this->wrong ? 1 : 0;
    }
}

set_error_handler(fn (): bool => true); // drivers warn that their connection is gone
exit((new Chaos(new Bank($argv[1]), (int) $argv[2], (int) $argv[3], ($argv[4] ?? '') === 'plant'))->run());
