<?php

declare(strict_types=1);

namespace Live;

use PDO;

/** A file of its own in the temporary folder. Stopped means that the file is not where it was. */
final class SqliteDatabase implements Database
{
    private readonly string $file;
    private bool $isUp = true;

    public function __construct()
    {
        $this->file = realpath(sys_get_temp_dir()) . '/cenote-live-' . getmypid() . '.db';
        $pdo = new PDO("sqlite:$this->file");
        $pdo->exec('PRAGMA journal_mode = TRUNCATE');
        $pdo->exec('CREATE TABLE visit (n INTEGER)');
        $pdo->exec('INSERT INTO visit VALUES (0)');
    }

    public function name(): string
    {
        return 'SQLite ' . (new PDO('sqlite::memory:'))->getAttribute(PDO::ATTR_SERVER_VERSION);
    }

    public function connect(): SqliteConnection
    {
        return new SqliteConnection($this->file);
    }

    public function isUp(): bool
    {
        return $this->isUp;
    }

    public function stop(): void
    {
        $this->isUp = !rename($this->file, "$this->file.away");
    }

    public function start(): void
    {
        $this->isUp = rename("$this->file.away", $this->file);
    }

    public function kill(Connection $connection): void
    {
        $connection->close();
    }

    /** The kernel's list of what this process has open. */
    public function countConnections(): int
    {
        $open = array_map(fn (string $link): string => (string) @readlink($link), glob('/proc/self/fd/*'));
        return count(array_intersect($open, [$this->file, "$this->file.away"]));
    }

    public function explain(): array
    {
        return [
            'counted' => 'open files, says the kernel',
            'stop' => 'Stop moves the database file away: connections cannot be opened, and those that are open fail.',
            'kill' => 'Kill closes the connection under whoever works with it.',
        ];
    }

    public function close(): void
    {
        $this->isUp || $this->start();
        unlink($this->file);
        @unlink("$this->file-journal");
    }
}
