<?php
// Coroutines ask real servers questions through stock clients while connections are killed, coroutines cancelled, time
// limits reached and servers restarted. Started by scripts/stress/soak.sh beside scripts/servers/run.sh:
//
//     tests/soak/soak.php SECONDS SEED [plant]        plant: a fault for each of the checks, all of which must be noticed
//
// What must hold whatever happens, and ends the run with exit code 1 where it does not:
//   - each answer carries the number of its question, or the client says that there is none;
//   - every coroutine ends, and none waits longer than a few seconds;
//   - the process is as large in the end as after its warm-up, and has as many descriptors open as before;
//   - each kind of fault came about, and each kind of client got answers.

declare(strict_types=1);

require __DIR__ . '/links.php';
require __DIR__ . '/servers.php';
require __DIR__ . '/faults.php';

use Async\{AsyncCancellation, Coroutine, OperationCanceledException, Pool, TimeoutException};
use function Async\{await, coroutines, current_coroutine, delay, spawn, timeout};

const WORKERS_OF_A_KIND = 6;
const CONNECTIONS_OF_A_POOL = 3;
/** In seconds: the longest that a question may take, with a server restart in it. */
const PATIENCE = 20;
/** What the process may grow by, and what memory samples differ by without a reason. */
const GROWTH_ALLOWED = 0.03;
const NOISE_IN_KB = 1_500;

final class Soak
{
    private Random\Randomizer $random;
    private float $begin;
    private bool $over = false;
    private int $last_number = 0;
    /** @var array<string, Pool> by kind */
    private array $pools = [];
    /** @var array<int, Coroutine> workers and those whom they have ask for them */
    private array $alive = [];
    private int $spawned = 0;
    private int $ended = 0;
    private int $stuck = 0;
    private int $patience;
    /** @var list<mixed> what is kept on purpose, to be noticed */
    private array $planted = [];
    /** @var array<string, int> */
    private array $faults = [];
    /** @var array<string, array{answers: int, none: int}> by kind */
    private array $tally = [];
    /** @var list<string> */
    private array $wrong = [];
    /** @var list<array{float, int}> seconds since the begin, resident kB */
    private array $memory = [];

    public function __construct(private int $seconds, int $seed, private bool $plant)
    {
        $this->patience = $plant ? 5 : PATIENCE;
        $this->random = new Random\Randomizer(new Random\Engine\Xoshiro256StarStar($seed));
        foreach (Link::kinds() as $kind => $class) {
            $this->tally[$kind] = ['answers' => 0, 'none' => 0];
            $this->pools[$kind] = new Pool(
                factory: fn (): Link => new $class(),
                destructor: fn (Link $link): mixed => $link->close(),
                beforeRelease: fn (Link $link): bool => !$link->broken,
                max: CONNECTIONS_OF_A_POOL,
            );
        }
    }

    public function below(int $bound): int
    {
        return $this->random->getInt(0, $bound - 1);
    }

    public function pick(array $from): mixed
    {
        return $from ? array_values($from)[$this->below(count($from))] : null;
    }

    private function count(string $fault, int $by = 1): void
    {
        $this->faults[$fault] = ($this->faults[$fault] ?? 0) + $by;
    }

    // ------------------------------------------------------------------ those who ask

    /** A coroutine that is followed to its end. */
    private function follow(Closure $work, ?Closure $at_end = null): Coroutine
    {
        $coroutine = spawn($work);
        $id = $coroutine->getId();
        $this->spawned++;
        $this->alive[$id] = $coroutine;
        $coroutine->onFinally(function () use ($id, $at_end): void {
            $this->ended++;
            unset($this->alive[$id]);
            $at_end && $at_end();
        });
        return $coroutine;
    }

    /** Keeps a worker of that kind at work: whoever is cancelled is replaced. */
    private function employ(string $kind, bool $pooled): void
    {
        if ($this->over) {
            return;
        }
        $this->follow(function () use ($kind, $pooled): void {
            try {
                $pooled ? $this->work_with_pool($kind) : $this->work_alone($kind);
            } catch (AsyncCancellation) {
                $this->count('cancellation seen by a worker');
            }
        }, fn () => $this->employ($kind, $pooled));
    }

    private function work_with_pool(string $kind): void
    {
        while (!$this->over) {
            $this->below(4) > 0 ? $this->ask_through_pool($kind) : $this->have_somebody_ask($kind);
            delay($this->below(20));
        }
    }

    private function ask_through_pool(string $kind): void
    {
        try {
            $link = $this->pools[$kind]->acquire($this->below(3) ? 5_000 : 1 + $this->below(30));
        } catch (TimeoutException) {
            $this->count('time limit of acquire()');
            return;
        } catch (Exception) { // could not connect
            $this->tally[$kind]['none']++;
            return;
        }
        try {
            $this->ask($kind, $link);
        } finally {
            $this->pools[$kind]->release($link);
        }
    }

    /** Waits only for a while; the one who asks goes on, and its answer is checked all the same. */
    private function have_somebody_ask(string $kind): void
    {
        $asker = $this->follow(fn () => $this->ask_through_pool($kind));
        try {
            await($asker, timeout(1 + $this->below(30)));
        } catch (OperationCanceledException) {
            $this->count('time limit of await()');
        } catch (AsyncCancellation $cancellation) {
            $asker->isCancelled() || throw $cancellation;
        }
    }

    private function work_alone(string $kind): void
    {
        while (!$this->over) {
            try {
                $link = new (Link::kinds()[$kind])();
            } catch (Exception) {
                $this->tally[$kind]['none']++;
                delay(20);
                continue;
            }
            for ($questions = 1 + $this->below(30); $questions > 0 && !$link->broken && !$this->over; $questions--) {
                $this->ask($kind, $link);
                delay($this->below(20));
            }
            $link->close();
        }
    }

    private function ask(string $kind, Link $link): void
    {
        try {
            $this->ask_once($kind, $link);
        } catch (AsyncCancellation $cancellation) {
            // The connection must not answer the question that nobody waits for any more.
            if ($this->below(2)) {
                $this->ask_once($kind, $link);
                $this->count('question after a cancellation on the same connection');
            }
            throw $cancellation;
        }
    }

    private function ask_once(string $kind, Link $link): void
    {
        $number = ++$this->last_number;
        $asked = $number;
        if ($this->plant && !$this->wrong && $this->tally[$kind]['answers'] > 10) {
            $asked++; // until one of them gets its answer
        }
        $begin = hrtime(true);
        try {
            $answer = $link->ask($asked, $this->below(30), $this->below(60));
        } catch (TooSlow) {
            $this->count('time limit of a client');
            return;
        } catch (Exception) {
            $this->tally[$kind]['none']++;
            return;
        } finally {
            $took = (hrtime(true) - $begin) / 1e9;
            if ($took > $this->patience || $this->plant && $this->stuck === 0) {
                $this->stuck++;
                printf("SLOW: %s took %.1f s\n", $kind, $took);
            }
        }
        $this->check($kind, $number, $answer);
    }

    private function check(string $kind, int $number, array $answer): void
    {
        foreach ($answer ?: ['nothing'] as $found) {
            if ((string) $found !== (string) $number) {
                $this->wrong[] = sprintf('%s: question %d was answered with %s', $kind, $number, var_export($found, true));
                return;
            }
        }
        $this->tally[$kind]['answers']++;
    }

    // ------------------------------------------------------------------ those who disturb

    public function cancel_somebody(): bool
    {
        $victim = $this->pick($this->alive);
        $victim?->cancel();
        return $victim !== null;
    }

    private function disturb(string $name, int $ms_apart, Closure $fault): void
    {
        while (!$this->over) {
            for ($left = intdiv($ms_apart, 2) + $this->below($ms_apart); $left > 0 && !$this->over; $left -= 200) {
                delay(min($left, 200));
            }
            if ($this->over) {
                return;
            }
            try {
                $fault() && $this->count($name);
            } catch (PDOException | mysqli_sql_exception | RedisException) {
                // Its own connection may be hit by the others.
            }
        }
    }

    // ------------------------------------------------------------------ the run

    private function time(): float
    {
        return microtime(true) - $this->begin;
    }

    public static function descriptors(): array
    {
        $open = [];
        foreach (scandir('/proc/self/fd') as $fd) {
            $target = @readlink("/proc/self/fd/$fd");
            $target && $open[$fd] = $target;
        }
        return $open;
    }

    private function resident(): int
    {
        preg_match('/^VmRSS:\s+(\d+)/m', file_get_contents('/proc/self/status'), $found);
        return (int) $found[1];
    }

    private function watch(): void
    {
        while (!$this->over) {
            delay(500);
            if ($this->plant) {
                $this->planted[] = str_repeat('x', 4 << 20);
            }
            $this->memory[] = [$this->time(), $this->resident()];
            if (count($this->memory) % 120 === 0) {
                printf("  after %3d s: %d questions, %d coroutines, %d kB resident, %d kB of them the engine's\n",
                    $this->time(), $this->last_number, $this->spawned, $this->resident(), memory_get_usage() / 1024);
            }
        }
    }

    public function run(): int
    {
        $redis = Server::redis($folder = $this->folder());
        $http = Server::http();
        $redis->start();
        $http->start();
        $this->warm_up();
        gc_collect_cycles();
        $open_before = self::descriptors();

        $this->begin = microtime(true);
        $faults = new Faults($this, $redis, $http);
        foreach (Link::kinds() as $kind => $_) {
            for ($i = 0; $i < WORKERS_OF_A_KIND; $i++) {
                $this->employ($kind, $i % 3 > 0);
            }
        }
        $others = [spawn($this->watch(...))];
        foreach ($faults->all() as $name => [$ms_apart, $fault]) {
            $this->faults[$name] = 0;
            $others[] = spawn($this->disturb(...), $name, $ms_apart, $fault);
        }
        $this->plant && $this->plant_faults();
        delay($this->seconds * 1000);
        $this->over = true;
        $lost = $this->let_end($others);
        unset($faults, $others);
        foreach ($this->pools as $pool) {
            $pool->close();
        }
        $out = array_sum(array_map(count(...), $this->pools));
        $bound = $this->end_pooled();
        $redis->kill();
        $http->kill();
        gc_collect_cycles();
        array_map(unlink(...), glob("$folder/*"));
        rmdir($folder);
        return $this->report($lost, $out, $bound, $open_before, self::descriptors());
    }

    /** One for each of the checks but that of the answers, which {@see ask_once()} has. */
    private function plant_faults(): void
    {
        $this->follow(fn (): mixed => Async\protect(fn (): mixed => (new Async\Channel())->recv()));
        $this->planted[] = $this->pools['streams']->acquire();
        $this->planted[] = fopen('/dev/zero', 'r');
        $this->planted[] = (new PooledPgsqlLink())::shared()->query('SELECT 1');
        $this->faults['planted'] = 0;
        $this->tally['planted'] = ['answers' => 0, 'none' => 0];
    }

    /** Closes the pooled PDOs. @return int connections that did not come back to them */
    private function end_pooled(): int
    {
        $shared = array_filter([PooledPgsqlLink::shared(), PooledMysqlLink::shared()]);
        $bound = fn (): int => array_sum(array_map(fn (PDO $pdo): int => $pdo->getPool()->activeCount(), $shared));
        for ($tries = 0; $bound() > 0 && $tries < 300; $tries++) {
            delay(20); // cleaning is done in the background
        }
        $left = $bound();
        PooledPgsqlLink::end();
        PooledMysqlLink::end();
        return $left;
    }

    private function folder(): string
    {
        $folder = sys_get_temp_dir() . '/cenote-soak-' . getmypid();
        mkdir($folder);
        return $folder;
    }

    /** Each way of each client once, so that what is loaded or opened for good is there. */
    private function warm_up(): void
    {
        foreach (Link::kinds() as $kind => $class) {
            for ($way = 0; $way < 6; $way++) {
                try {
                    $link = new $class();
                    $link->ask(1, 1, $way);
                    $link->close();
                } catch (TooSlow) {
                }
            }
        }
        $this->end_pooled();
        // Many at once, for the reactor's own descriptors.
        $many = array_map(fn (): Coroutine => spawn(fn (): array => (new StreamLink())->ask(1, 50, 1)), range(1, 50));
        Async\await_all_or_fail($many);
    }

    /** @return list<Coroutine> those that do not end */
    private function let_end(array $others): array
    {
        $until = microtime(true) + $this->patience + ($this->plant ? 0 : 10);
        do {
            delay(50);
            $waiting = [...array_values($this->alive), ...array_filter($others, fn (Coroutine $other): bool => !$other->isCompleted())];
        } while ($waiting && microtime(true) < $until);
        foreach ($waiting as $coroutine) {
            echo 'LOST: ', json_encode($coroutine->getTrace()), "\n";
        }
        return $waiting;
    }

    private function report(array $lost, int $out, int $bound, array $before, array $after): int
    {
        foreach ($this->tally as $kind => ['answers' => $answers, 'none' => $none]) {
            printf("  %-12s %7d right answers, %6d failed\n", $kind, $answers, $none);
        }
        ksort($this->faults);
        foreach ($this->faults as $name => $count) {
            printf("  %-56s %6d times\n", $name, $count);
        }
        [$early, $late] = $this->memory_figures();
        printf("  %d coroutines spawned, %d ended; %d kB resident after the warm-up, %d kB at the end; %d descriptors before, %d after\n",
            $this->spawned, $this->ended, $early, $late, count($before), count($after));

        $faults = array_map(fn (string $wrong): string => "wrong answer: $wrong", array_slice($this->wrong, 0, 20));
        $must_be = [
            'coroutines that did not end' => max(count($lost), $this->spawned - $this->ended),
            'coroutines alive beside the main flow' => count(coroutines()) - 1,
            'questions that took too long' => $this->stuck,
            'resources in closed pools' => $out,
            'connections of pooled PDOs that were not given back' => $bound,
            'kinds of faults that never came about' => count(array_filter($this->expected(), fn (string $name): bool => empty($this->faults[$name]))),
            'clients without an answer' => count(array_filter($this->tally, fn (array $tally): bool => $tally['answers'] === 0)),
        ];
        foreach ($must_be as $what => $count) {
            $count === 0 || $faults[] = "$count $what";
        }
        if ($late > $early * (1 + GROWTH_ALLOWED) + NOISE_IN_KB) {
            $faults[] = "the process has grown from $early to $late kB";
        }
        if ($opened = array_diff_assoc($after, $before)) {
            $faults[] = 'descriptors were left open: ' . json_encode($opened, JSON_UNESCAPED_SLASHES);
        }
        foreach ($faults as $fault) {
            echo "FAULT: $fault\n";
        }
        return $faults ? 1 : 0;
    }

    /** @return list<string> */
    private function expected(): array
    {
        return [...array_keys($this->faults), 'cancellation seen by a worker', 'question after a cancellation on the same connection',
            'time limit of acquire()', 'time limit of await()', 'time limit of a client'];
    }

    /** Medians: from a fifth of the time to two fifths, and the last fifth. @return array{int, int} */
    private function memory_figures(): array
    {
        $median = function (float $from, float $to): int {
            $samples = [];
            foreach ($this->memory as [$at, $kb]) {
                $at >= $from * $this->seconds && $at <= $to * $this->seconds && $samples[] = $kb;
            }
            sort($samples);
            return $samples[intdiv(count($samples), 2)] ?? 0;
        };
        return [$median(0.2, 0.4), $median(0.8, 1.0)];
    }
}

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
set_error_handler(fn (): bool => true); // clients warn that their connection is gone
exit((new Soak((int) $argv[1], (int) $argv[2], ($argv[3] ?? '') === 'plant'))->run());
