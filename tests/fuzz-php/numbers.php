<?php
/** Random numbers of one flow. */
final class Numbers
{
    private int $state;

    public function __construct(int $seed)
    {
        $this->state = ($seed ^ 88172645463325252) & PHP_INT_MAX ?: 1;
        $this->next();
        $this->next();
    }

    private function next(): int
    {
        $x = $this->state;
        $x ^= ($x << 13) & PHP_INT_MAX;
        $x ^= $x >> 7;
        $x ^= ($x << 17) & PHP_INT_MAX;
        return $this->state = $x ?: 1;
    }

    public function below(int $bound): int
    {
        return ($this->next() >> 11) % $bound;
    }

    public function one_in(int $n): bool
    {
        return $this->below($n) === 0;
    }

    public function pick(array $from): mixed
    {
        return $from ? $from[array_rand_key($from, $this)] : null;
    }

    /** Numbers for a flow that this one starts. */
    public function split(): self
    {
        return new self($this->next());
    }
}

function array_rand_key(array $from, Numbers $numbers): int|string
{
    return array_keys($from)[$numbers->below(count($from))];
}
