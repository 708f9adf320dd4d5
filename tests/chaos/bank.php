<?php
// A bank with accounts and a book of its transfers, on either server.

declare(strict_types=1);

final class Bank
{
    public const ACCOUNTS = 24;
    public const START = 1_000;
    public const NAME = 'chaos';

    public readonly bool $is_postgres;
    public readonly FaultyProxy $proxy;

    public function __construct(private string $server)
    {
        $this->is_postgres = $server === 'pgsql';
        if (!$this->is_postgres) {
            (new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root'))->exec('CREATE DATABASE IF NOT EXISTS ' . self::NAME);
        }
        $this->proxy = new FaultyProxy('unix://' . $this->socket());
    }

    private function socket(): string
    {
        if (!$this->is_postgres) {
            return getenv('CENOTE_MARIADB');
        }
        preg_match('/host=(\S+) port=(\S+)/', getenv('CENOTE_POSTGRES'), $found);
        return "$found[1]/.s.PGSQL.$found[2]";
    }

    /** A connection of the test's own, past the proxy and without a pool. */
    public function direct(string $name = 'observer'): PDO
    {
        return $this->is_postgres
            ? new PDO('pgsql:' . getenv('CENOTE_POSTGRES') . " application_name=$name")
            : new PDO('mysql:unix_socket=' . $this->socket() . ';dbname=' . ($name === self::NAME ? self::NAME : 'mysql'), 'root');
    }

    public function pool(array $options): PDO
    {
        $place = "host=127.0.0.1;port={$this->proxy->port}";
        return $this->is_postgres
            ? new PDO("pgsql:$place;user=cenote;dbname=postgres;sslmode=disable;application_name=" . self::NAME, null, null, $options)
            : new PDO("mysql:$place;dbname=" . self::NAME, 'root', null, $options + [PDO::ATTR_EMULATE_PREPARES => false]);
    }

    private function table(string $name): string
    {
        return ($this->is_postgres ? '' : self::NAME . '.') . $name;
    }

    public function open(): void
    {
        $pdo = $this->direct();
        $accounts = $this->table('accounts');
        $book = $this->table('book');
        $pdo->exec("DROP TABLE IF EXISTS $accounts");
        $pdo->exec("DROP TABLE IF EXISTS $book");
        $pdo->exec("CREATE TABLE $accounts (id int PRIMARY KEY, balance int NOT NULL)");
        $pdo->exec("CREATE TABLE $book (transfer int PRIMARY KEY, source int NOT NULL, target int NOT NULL, amount int NOT NULL)");
        for ($id = 1; $id <= self::ACCOUNTS; $id++) {
            $pdo->exec("INSERT INTO $accounts VALUES ($id, " . self::START . ')');
        }
    }

    public function sleep(int $ms): string
    {
        return sprintf($this->is_postgres ? 'SELECT pg_sleep(%F)' : 'SELECT SLEEP(%F)', $ms / 1000);
    }

    /** Leaves a trace in the session, which nobody else may see. */
    public function mark(): string
    {
        return $this->is_postgres ? "SET cenote.mark = 'seen'" : "SET @mark = 'seen'";
    }

    public function look_for_mark(): string
    {
        return $this->is_postgres ? "SELECT coalesce(current_setting('cenote.mark', true), '')" : "SELECT coalesce(@mark, '')";
    }

    /** @return list<int> the server's numbers of the pool's connections */
    public function connections(PDO $observer): array
    {
        return $observer->query($this->is_postgres
            ? "SELECT pid FROM pg_stat_activity WHERE application_name = '" . self::NAME . "'"
            : "SELECT id FROM information_schema.processlist WHERE db = '" . self::NAME . "'")->fetchAll(PDO::FETCH_COLUMN);
    }

    public function end_connection(PDO $observer, int $id): bool
    {
        $query = $this->is_postgres ? "SELECT pg_terminate_backend($id)" : "KILL CONNECTION $id";
        return (bool) $observer->query($query);
    }

    public function end_query(PDO $observer, int $id): bool
    {
        $query = $this->is_postgres ? "SELECT pg_cancel_backend($id)" : "KILL QUERY $id";
        return (bool) $observer->query($query);
    }

    /** Transactions of the pool's connections that are open on the server. */
    public function open_transactions(PDO $observer): int
    {
        return (int) $observer->query($this->is_postgres
            ? "SELECT count(*) FROM pg_stat_activity WHERE application_name = '" . self::NAME . "' AND xact_start IS NOT NULL"
            : "SELECT count(*) FROM information_schema.innodb_trx JOIN information_schema.processlist ON id = trx_mysql_thread_id
                WHERE db = '" . self::NAME . "'")->fetchColumn();
    }

    public function total(PDO $observer): int
    {
        return (int) $observer->query('SELECT sum(balance) FROM ' . $this->table('accounts'))->fetchColumn();
    }

    /** @return array<int, int> balances by account */
    public function balances(PDO $observer): array
    {
        return $observer->query('SELECT id, balance FROM ' . $this->table('accounts'))->fetchAll(PDO::FETCH_KEY_PAIR);
    }

    /** @return array<int, array{source: int, target: int, amount: int}> transfers that were committed, by their number */
    public function book(PDO $observer): array
    {
        $rows = $observer->query('SELECT transfer, source, target, amount FROM ' . $this->table('book'));
        return $rows->fetchAll(PDO::FETCH_UNIQUE | PDO::FETCH_ASSOC);
    }

    // ------------------------------------------------------------------ the server's process

    private function folder(): string
    {
        return getenv('CENOTE_FOLDER');
    }

    private function pid(): int
    {
        return (int) file_get_contents($this->folder() . ($this->is_postgres ? '/postgres/data/postmaster.pid' : '/mariadb/pid'));
    }

    /** Stops the server, in order or by a crash; returns when it is down. */
    public function stop(bool $crash): void
    {
        $pid = $this->pid();
        touch($this->down());
        touch("{$this->folder()}/{$this->name()}.again");
        posix_kill($pid, match (true) {
            $this->is_postgres => $crash ? SIGQUIT : SIGINT,
            default => $crash ? SIGKILL : SIGTERM,
        });
        while (posix_kill($pid, 0) && !str_contains((string) @file_get_contents("/proc/$pid/stat"), ') Z ')) {
            Async\delay(10);
        }
    }

    /** Starts it again; returns when it answers. */
    public function start(): void
    {
        unlink($this->down());
        for ($tries = 0; $tries < 2_000; $tries++) {
            try {
                $this->direct();
                return;
            } catch (PDOException) {
                Async\delay(10);
            }
        }
        throw new LogicException('the server did not come back');
    }

    private function down(): string
    {
        return "{$this->folder()}/{$this->name()}.down";
    }

    private function name(): string
    {
        return $this->is_postgres ? 'postgres' : 'mariadb';
    }
}
