<?php
// Looking at a session: everything that a statement may leave behind, as one array of strings.

declare(strict_types=1);

abstract class Look
{
    /** @var array<string, array<string, string>> */
    private array $fresh = [];

    /** The looks of a corpus, with what its texts need. */
    public static function on(string $name): self
    {
        return match ($name) {
            'postgresql' => new PostgreSql(),
            'mariadb' => new MariaDb(),
            'sqlite' => new Sqlite(),
        };
    }

    /** The same in another process, for sessions that are made there. */
    public static function without_setup(string $name, array $moving): self
    {
        $class = match ($name) {
            'postgresql' => PostgreSql::class,
            'mariadb' => MariaDb::class,
            'sqlite' => Sqlite::class,
        };
        $look = (new ReflectionClass($class))->newInstanceWithoutConstructor();
        $look->use_moving($moving);
        return $look;
    }

    protected function use_moving(array $moving): void
    {
    }

    /** What changes by itself and is not looked at. @return list<string> */
    public function moving(): array
    {
        return [];
    }

    abstract public function dsn(): string;

    public function user(): string
    {
        return '';
    }

    abstract public function connect(): PDO;

    /**
     * What is to be seen that this text could have changed.
     *
     * @return array<string, string>
     */
    abstract protected function see(PDO $pdo, string $sql): array;

    /** Runs a text with all its statements. */
    public function run(PDO $pdo, string $sql): void
    {
        $pdo->exec($sql);
    }

    /** Ends an open transaction, which holds the connection anyway, and looks. */
    public function at(PDO $pdo, string $sql, bool $endsTransaction): array
    {
        if ($endsTransaction) {
            $this->endTransaction($pdo);
        }
        return $this->see($pdo, $sql);
    }

    protected function endTransaction(PDO $pdo): void
    {
        if ($pdo->inTransaction()) {
            $pdo->commit();
        }
    }

    /** The session of a connection just made. */
    public function fresh(string $sql): array
    {
        return $this->fresh[$sql] ??= $this->at($this->connect(), $sql, true);
    }

    /** What belongs to the last statement, and not to the session's settings: asked through PDO's own methods. */
    public function isSoft(string $name): bool
    {
        return false;
    }

    /** The rows' first column => second, or the first column as a list in one string. */
    protected static function pairs(PDO $pdo, string $sql, string $prefix): array
    {
        $found = [];
        foreach ($pdo->query($sql)->fetchAll(PDO::FETCH_NUM) as $row) {
            $found[$prefix . $row[0]] = (string) ($row[1] ?? '');
        }
        return $found;
    }

    protected static function listed(PDO $pdo, string $sql): string
    {
        $rows = array_map(fn($row) => implode(' ', $row), $pdo->query($sql)->fetchAll(PDO::FETCH_NUM));
        sort($rows);
        return implode('; ', $rows);
    }
}

final class PostgreSql extends Look
{
    public function __construct()
    {
        $pdo = new PDO('pgsql:' . getenv('CENOTE_POSTGRES'));
        $pdo->exec('DROP DATABASE IF EXISTS session_state WITH (FORCE)');
        $pdo->exec('CREATE DATABASE session_state');
    }

    public function dsn(): string
    {
        return 'pgsql:' . str_replace('dbname=postgres', 'dbname=session_state', getenv('CENOTE_POSTGRES'));
    }

    public function connect(): PDO
    {
        return new PDO($this->dsn());
    }

    protected function see(PDO $pdo, string $sql): array
    {
        return [
            ...self::pairs($pdo, "SELECT name, setting FROM pg_settings WHERE name NOT LIKE 'plpgsql.%'", ''),
            // Names that no library has defined are not in the list.
            'own.setting' => (string) $pdo->query("SELECT current_setting('own.setting', true)")->fetchColumn(),
            'users' => self::listed($pdo, 'SELECT session_user, current_user, current_schemas(false)'),
            'temporary' => self::listed(
                $pdo,
                'SELECT relname, relkind FROM pg_class WHERE relnamespace = pg_my_temp_schema() UNION ALL
                SELECT proname, prokind FROM pg_proc WHERE pronamespace = pg_my_temp_schema() UNION ALL
                SELECT typname, typtype FROM pg_type WHERE typnamespace = pg_my_temp_schema()',
            ),
            'locks' => self::listed(
                $pdo,
                "SELECT classid, objid, mode FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'",
            ),
            'listening' => self::listed($pdo, 'SELECT pg_listening_channels()'),
            'prepared' => self::listed($pdo, 'SELECT name FROM pg_prepared_statements WHERE from_sql'),
            'cursors' => self::listed($pdo, "SELECT name FROM pg_cursors WHERE name <> ''"),
        ];
    }
}

final class MariaDb extends Look
{
    /** What RAND() has drawn too: as with the last insert id, no setting. */
    private const OF_THE_LAST_TEXT = [
        'last_insert_id', 'identity', 'insert_id', 'error_count', 'warning_count', 'last_gtid', 'rand_seed1', 'rand_seed2',
    ];
    private readonly PDO $admin;
    /** How many sessions there are: this one, and the one that is looked at. */
    public int $others = 2;
    /** @var list<string> variables that change by themselves */
    private readonly array $moving;

    public function __construct()
    {
        $this->admin = new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root');
        $this->admin->exec('DROP DATABASE IF EXISTS session_state');
        $this->admin->exec('CREATE DATABASE session_state');
        $this->admin->exec('DROP DATABASE IF EXISTS other_state');
        $this->admin->exec('CREATE DATABASE other_state');
        $this->admin->exec('CREATE TABLE session_state.for_transactions (a int) ENGINE=InnoDB');
        foreach (['metadata_lock_info', 'user_variables'] as $plugin) {
            if (self::listed($this->admin, "SELECT 1 FROM information_schema.PLUGINS WHERE PLUGIN_NAME = '$plugin'") === '') {
                $this->admin->exec("INSTALL SONAME '$plugin'");
            }
        }
        $pdo = $this->connect();
        $first = self::variables($pdo);
        usleep(2000);
        $this->moving = array_keys(array_diff_assoc(self::variables($pdo), $first));
    }

    protected function use_moving(array $moving): void
    {
        $this->moving = $moving;
        $this->admin = new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root');
        $this->others = 3;
        $this->wait_for_others();
    }

    public function moving(): array
    {
        return $this->moving;
    }

    public function dsn(): string
    {
        return 'mysql:dbname=session_state;charset=utf8mb4;unix_socket=' . getenv('CENOTE_MARIADB');
    }

    public function user(): string
    {
        return 'root';
    }

    public function connect(): PDO
    {
        $pdo = new PDO($this->dsn(), 'root', null, [PDO::MYSQL_ATTR_LOCAL_INFILE => true]);
        $this->wait_for_others();
        return $pdo;
    }

    /** The server goes on with the end of the last session when that is closed. */
    private function wait_for_others(): void
    {
        $others = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = 'root'";
        for ($tries = 0; $this->admin->query($others)->fetchColumn() > $this->others; $tries++) {
            $tries < 10_000 || throw new RuntimeException('the last session does not end');
            usleep(500);
        }
    }

    public function isSoft(string $name): bool
    {
        return in_array($name, self::OF_THE_LAST_TEXT, true);
    }

    /** Rows have to be taken before the next text. */
    public function run(PDO $pdo, string $sql): void
    {
        $statement = $pdo->query($sql);
        do {
            $statement->columnCount() > 0 && $statement->fetchAll();
        } while ($statement->nextRowset());
    }

    private static function variables(PDO $pdo): array
    {
        return self::pairs($pdo, 'SHOW SESSION VARIABLES', '');
    }

    protected function endTransaction(PDO $pdo): void
    {
        // Not if none is open: a COMMIT ends what SET TRANSACTION has said of the next one, and so may a question.
        if ($pdo->inTransaction()) {
            try {
                $pdo->exec('COMMIT');
            } catch (PDOException) {
                // It is one that a COMMIT does not end.
            }
        }
    }

    protected function see(PDO $pdo, string $sql): array
    {
        // Not asked on the connection itself, on which a question may end something.
        $id = (int) $this->admin->query("SELECT MAX(ID) FROM information_schema.PROCESSLIST WHERE USER = 'root' AND ID <> CONNECTION_ID()")->fetchColumn();
        $locks = "SELECT LOCK_MODE, LOCK_TYPE, TABLE_SCHEMA, TABLE_NAME FROM information_schema.METADATA_LOCK_INFO WHERE THREAD_ID = $id";
        $seen = ['locks' => self::listed($this->admin, $locks)];
        try {
            $next = stripos($sql, 'TRANSACTION') === false ? '' : $this->nextTransaction($pdo, $id);
            $variables = array_diff_key(self::variables($pdo), array_flip($this->moving));
            return [
                ...$seen,
                ...$variables,
                'user variables' => self::listed($pdo, 'SELECT * FROM information_schema.USER_VARIABLES'),
                'database' => (string) $pdo->query('SELECT DATABASE()')->fetchColumn(),
                'role' => (string) $pdo->query('SELECT CURRENT_ROLE()')->fetchColumn(),
                'prepared' => self::listed($this->admin, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'"),
                'temporary' => $this->temporaryTables($pdo),
                'next transaction' => $next,
                'transactions' => self::listed($this->admin, 'XA RECOVER'),
            ];
        } catch (PDOException $exception) {
            // A state in which the server refuses to be asked.
            return [...$seen, 'refuses' => $exception->getMessage()];
        }
    }

    /** This server has no list of them: the corpus uses a few names. */
    private function temporaryTables(PDO $pdo): string
    {
        $found = [];
        foreach (['t', 'people', 'session_state.temporary_one', 'other_state.temporary_two'] as $name) {
            try {
                $row = $pdo->query("SHOW CREATE TABLE $name")->fetch(PDO::FETCH_NUM);
                $found[] = str_starts_with($row[1], 'CREATE TEMPORARY') ? $name : '';
            } catch (PDOException) {
                // There is none.
            }
        }
        return implode(' ', array_filter($found));
    }

    /** What the next transaction would be like, which no variable shows. The list may be a tenth of a second old. */
    private function nextTransaction(PDO $pdo, int $id): string
    {
        if ($pdo->inTransaction()) {
            return '';
        }
        $pdo->exec('START TRANSACTION');
        $pdo->query('SELECT COUNT(*) FROM session_state.for_transactions')->fetchAll();
        $sql = "SELECT TRX_ISOLATION_LEVEL, TRX_IS_READ_ONLY FROM information_schema.INNODB_TRX WHERE TRX_MYSQL_THREAD_ID = $id";
        $seen = '';
        for ($tries = 0; $seen === '' && $tries < 10; $tries++) {
            usleep(150_000);
            $seen = self::listed($this->admin, $sql);
        }
        $pdo->exec('ROLLBACK');
        return $seen;
    }
}

final class Sqlite extends Look
{
    /** PRAGMAs that tell a state of the connection. */
    private const PRAGMAS = [
        'analysis_limit', 'automatic_index', 'busy_timeout', 'cache_size', 'cache_spill', 'cell_size_check',
        'checkpoint_fullfsync', 'count_changes', 'defer_foreign_keys', 'empty_result_callbacks', 'encoding', 'foreign_keys',
        'full_column_names', 'fullfsync', 'ignore_check_constraints', 'journal_mode', 'journal_size_limit',
        'legacy_alter_table', 'locking_mode', 'max_page_count', 'mmap_size', 'query_only', 'read_uncommitted',
        'recursive_triggers', 'reverse_unordered_selects', 'secure_delete', 'short_column_names', 'soft_heap_limit',
        'hard_heap_limit', 'synchronous', 'temp_store', 'threads', 'trusted_schema', 'wal_autocheckpoint', 'writable_schema',
        'page_size', 'auto_vacuum',
    ];
    private readonly string $file;

    public function __construct()
    {
        $this->file = tempnam(sys_get_temp_dir(), 'cenote-session-state');
        register_shutdown_function(fn() => array_map(unlink(...), glob("$this->file*")));
    }

    public function dsn(): string
    {
        return "sqlite:$this->file";
    }

    public function connect(): PDO
    {
        return new PDO($this->dsn());
    }

    protected function endTransaction(PDO $pdo): void
    {
        try {
            $pdo->exec('COMMIT');
        } catch (PDOException) {
            // None is open.
        }
    }

    protected function see(PDO $pdo, string $sql): array
    {
        $seen = [];
        foreach (self::PRAGMAS as $name) {
            $seen[$name] = (string) $pdo->query("PRAGMA $name")->fetchColumn();
        }
        return [
            ...$seen,
            'case_sensitive_like' => (string) $pdo->query("SELECT 'a' LIKE 'A'")->fetchColumn(),
            'databases' => self::listed($pdo, 'SELECT name, file FROM pragma_database_list WHERE name <> \'temp\''),
            'temporary' => self::listed($pdo, 'SELECT type, name FROM sqlite_temp_schema'),
            'functions' => self::listed($pdo, 'SELECT name, narg FROM pragma_function_list'),
            'collations' => self::listed($pdo, 'SELECT name FROM pragma_collation_list'),
        ];
    }
}
