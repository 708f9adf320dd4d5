<?php
/** What the flows of one program share: the objects they work on, and how many steps are left for all. */
final class World
{
    public static World $only;
    /** False once the script's end has begun to look at the outcome. */
    public bool $open = true;
    /** Things that outlive the flow that made them. */
    public array $kept = [];
    public array $channels = [];
    public array $futures = [];
    /** [Async\Pool, resources taken and not yet given back] */
    public array $pools = [];
    public array $fibers = [];
    public array $fiber_ids = [];
    /** References to Fibers that nobody holds. */
    public array $deep = [];
    public array $generators = [];
    public array $scopes = [];
    public array $groups = [];
    /** Channels, and what was sent into them and received. */
    public array $ledgers = [];
    /** How many tasks of a group may run, and do. */
    public WeakMap $limits;
    public WeakMap $map;
    /** `exit()` was called. */
    public bool $exits = false;
    /**
     * The steps that the end of a value makes are made by a coroutine of their own, so that nothing is thrown out of a destructor, be it an
     * exception, `exit()` or the end of a coroutine. In code that the JIT of PHP 8.2 has compiled (8.3 was not tried), PHP takes that to
     * come from another function, with cenote as without it (docs/reports/compatibility.md, "Faults of PHP's own").
     */
    public readonly bool $quiet_ends;
    private int $depth = 0;

    public function __construct(public readonly Numbers $numbers, public int $steps)
    {
        $jit = function_exists('opcache_get_status') ? opcache_get_status(false)['jit'] ?? null : null;
        $this->quiet_ends = PHP_VERSION_ID < 80400 && ($jit['on'] ?? false);
        $this->map = new WeakMap();
        $this->limits = new WeakMap();
    }

    /** Whether one more step may be made; deep nesting and long programs come to an end by this. */
    public function step(): bool
    {
        return $this->open && $this->steps-- > 0;
    }

    public function keep(mixed $thing): mixed
    {
        if (count($this->kept) > 40) {
            $this->kept = array_slice($this->kept, 10);
        }
        return $this->kept[] = $thing;
    }

    public function coroutine(Numbers $numbers): ?Async\Coroutine
    {
        return $numbers->pick(array_filter($this->kept, static fn($thing) => $thing instanceof Async\Coroutine));
    }

    /** Counts that hold at any moment. */
    public function check_pool(Async\Pool $pool): void
    {
        $stats = $pool->stats();
        $total = $pool->idleCount() + $pool->activeCount();
        if (count($pool) !== $total || $stats['total'] !== $total
            || $stats['active'] + $stats['creating'] !== $pool->activeCount()) {
            $this->fault("counts do not add up: " . json_encode($stats));
        }
        if ($stats['max'] && $total > $stats['max']) {
            $this->fault("more than max: " . json_encode($stats));
        }
        if ($stats['created'] !== $stats['destroyed'] + $total - $stats['creating'] && !$stats['creating']) {
            $this->fault("resources got lost: " . json_encode($stats));
        }
        if ($stats['waiting'] > 0 && $stats['granted'] === 0 && $stats['state'] === 'ACTIVE' && $total < $stats['max']) {
            $this->fault("a waiter beside a free place: " . json_encode($stats));
        }
    }

    public function fault(string $text): void
    {
        file_put_contents('php://stdout', "FAULT: $text\n");
    }

    /** A fault of counts that go down in a `finally`, which `exit()` does not run: others still go on until the main flow has left. */
    public function miscounted(string $text): void
    {
        $this->exits || $this->fault($text);
    }

    public function check_ledger(object $ledger): void
    {
        $lost = count(array_diff_key($ledger->sent, $ledger->received)) - count($ledger->channel);
        // A receiver that waits may have got its value already, although it has not run yet.
        if ($lost > $ledger->receivers) {
            $this->fault("$lost values of a channel got lost");
        }
    }

    public function report(): void
    {
        // After a fatal error the others are abandoned where they are. One may be followed by a notice of a destructor: that
        // out of an output callback, called with nothing else running to print an uncaught exception, is looked for in the log.
        $fatal = in_array(error_get_last()['type'] ?? 0, [E_ERROR, E_USER_ERROR, E_COMPILE_ERROR, E_PARSE], true)
            || preg_match('/\[internal function\]: Steps->\{closure\}\(\'.*\n#\d+ \{main\}/', (string) @file_get_contents((string) ini_get('error_log')));
        foreach ($this->pools as [$pool]) {
            $this->check_pool($pool);
            if ($pool->stats()['waiting'] > 0 && !$fatal) {
                $this->fault('somebody still waits at the end: ' . json_encode($pool->stats()));
            }
        }
        foreach ($fatal ? [] : $this->ledgers as $ledger) {
            $this->check_ledger($ledger);
        }
        // Fibers that nobody has resumed to their end are coroutines, too (SPEC 46.1), and hold nothing up (46.10).
        // One that has run out of memory at its start has not told its number.
        foreach ([...$this->fibers, ...array_map(fn ($deep) => $deep->get(), $this->deep)] as $fiber) {
            $this->fiber_ids[] = $fiber?->getCoroutine()?->getId();
        }
        $left = array_filter(Async\coroutines(), fn ($coroutine): bool => !in_array($coroutine->getId(), $this->fiber_ids, true));
        if (count($left) > 1) {
            $this->fault(count($left) - 1 . ' coroutines are left at the end');
        }
        file_put_contents('php://stdout', "reached the end\n");
    }
}
