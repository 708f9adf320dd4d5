<?php

declare(strict_types=1);

namespace Live;

/** A database that can be stopped and started, and whose connections can be killed. */
interface Database
{
    public function name(): string;

    public function connect(): Connection;

    public function isUp(): bool;

    public function stop(): void;

    public function start(): void;

    /** Ends a connection behind the back of whoever has it. */
    public function kill(Connection $connection): void;

    /** How many connections there are, by somebody else's count than the pool's; null while nobody can tell. */
    public function countConnections(): ?int;

    /** In words for the page: who counts them, what stop() does, what kill() does. */
    public function explain(): array;

    public function close(): void;
}
