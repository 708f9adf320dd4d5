<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

use SplMinHeap;

/**
 * What is to be done at a time, the earliest first; at the same time, what was added first.
 */
final class Timers
{
    /** @var SplMinHeap<array{float, int}> */
    private SplMinHeap $heap;

    /** @var array<int, mixed> what is in the heap and was not removed */
    private array $items = [];

    private int $last = 0;

    /** How many entries the heap has had at once. */
    private int $peak = 0;

    public function __construct()
    {
        $this->heap = new SplMinHeap();
    }

    /** The present time, in seconds since some moment. */
    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    /** @return int names it, for remove() */
    public function add(float $at, mixed $item): int
    {
        $this->items[++$this->last] = $item;
        $this->heap->insert([$at, $this->last]);
        $this->peak = max($this->peak, count($this->heap));
        return $this->last;
    }

    public function remove(int $id): bool
    {
        $known = isset($this->items[$id]);
        unset($this->items[$id]);
        if ($this->items === []) {
            $this->clear();
        }
        // What was removed stays in the heap until its time; many of those would fill the memory.
        if ($this->heap->count() > 2 * count($this->items) + 16) {
            $this->compact();
        }
        return $known;
    }

    /** When the next is due. */
    public function next(): ?float
    {
        while (!$this->heap->isEmpty()) {
            [$at, $id] = $this->heap->top();
            if (isset($this->items[$id])) {
                return $at;
            }
            $this->heap->extract();
        }
        return null;
    }

    /** Takes the earliest that is due. Null: none is. */
    public function take(float $now): mixed
    {
        $at = $this->next();
        if ($at === null || $at > $now) {
            return null;
        }
        [, $id] = $this->heap->extract();
        $item = $this->items[$id];
        unset($this->items[$id]);
        if ($this->items === [] && $this->peak > 64) {
            $this->clear(); // a heap keeps its memory
        }
        return $item;
    }

    public function count(): int
    {
        return count($this->items);
    }

    public function clear(): void
    {
        $this->items = [];
        $this->heap = new SplMinHeap();
        $this->peak = 0;
    }

    private function compact(): void
    {
        $kept = new SplMinHeap();
        foreach ($this->heap as $entry) {
            if (isset($this->items[$entry[1]])) {
                $kept->insert($entry);
            }
        }
        $this->heap = $kept;
    }
}
