<?php

declare(strict_types=1);

namespace Live;

/** What lies in the pool: one connection to the database. */
abstract class Connection
{
    /** The number of its slot in the pool, once somebody has had it. */
    public ?int $slot = null;

    /** It must not be lent again. */
    public bool $isBroken = false;

    /** The server's process or the like behind it, if there is one. */
    abstract public function process(): ?int;

    /** Asks for a sign of life. */
    abstract public function ping(): void;

    /** Keeps the connection busy for so many milliseconds. */
    abstract public function work(int $ms): void;

    /** Takes away what the last user left behind. */
    abstract public function clean(): void;

    abstract public function close(): void;
}
