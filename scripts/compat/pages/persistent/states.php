<?php
// Whatever a request leaves on a connection, the next request of the same process finds a session as on a new connection:
// states.php ADDRESS postgresql|mariadb|sqlite corpus|kinds [whole]. The address is that of Apache (http://…) or the path of a socket of
// FastCGI; ENDS=N takes the first N ways to end. "corpus" leaves each text of tests/session-state, "kinds" each kind of
// left-over by each way to end (without "whole", each kind by some). Ends with "N passed, N failed, 0 skipped".
declare(strict_types=1);

require __DIR__ . '/../fastcgi.php';
require __DIR__ . '/../../../../tests/session-state/looks.php';
require __DIR__ . '/../../../../tests/session-state/corpus.php';

[, $address, $name, $what] = $argv;
$whole = in_array('whole', $argv, true);
$look = Look::on($name);
// Beside them the one that is kept.
property_exists($look, 'others') && $look->others = 3;
$passed = $failed = 0;
$process = [];

/** One request; what it has seen first. */
$ask = function (string $sql, array $leave) use ($address, $name, $look, &$process): array {
    $query = http_build_query(['name' => $name, 'dsn' => $look->dsn(), 'user' => $look->user(), 'moving' => json_encode($look->moving()), 'sql' => $sql] + $leave);
    $answer = ask_a_server($address, __DIR__ . '/state_page.php', $query);
    $read = json_decode(strtok($answer, "\n") ?: '', true);
    $process = $read['process'] ?? $process;
    return $read['seen'] ?? ['no answer' => $answer];
};
/** How a session differs from that of a new connection; null if it does not. */
$differ = function (string $sql, array $seen) use ($look): ?string {
    static $known = [];
    $kind = stripos($sql, 'TRANSACTION') === false ? '' : $sql;
    $against = function (array $fresh) use ($seen, $look): array {
        $keys = array_keys(array_diff_assoc($seen, $fresh) + array_diff_key($fresh, $seen));
        // SQLite's limits on memory are those of the process, whoever sets them.
        return array_filter($keys, fn(string|int $key) => !$look->isSoft((string) $key) && !str_ends_with((string) $key, '_heap_limit'));
    };
    $names = isset($known[$kind]) ? $against($known[$kind]) : array_keys($seen);
    if ($names === []) {
        return null;
    }
    // What new connections are like may have changed: by the texts before, or by the one that the same request has left.
    $fresh = $look->at($look->connect(), $sql, true);
    isset($fresh['pseudo_thread_id']) && $fresh['pseudo_thread_id'] = 'its own';
    $known[$kind] = $fresh;
    $names = array_intersect($names, $against($fresh));
    return $names === [] ? null : implode(', ', array_map(fn($key) => "$key = " . ($seen[$key] ?? 'nothing') . ' and not ' . ($fresh[$key] ?? 'nothing'), $names));
};
$expect = function (string $title, ?string $fault) use (&$passed, &$failed): void {
    $fault === null ? $passed++ : $failed++;
    $fault === null || print("$title\n    left: $fault\n");
};

if ($what === 'corpus') {
    $ends = ['return', 'exit', 'exception', 'fatal error', 'return', 'exit', 'exception', 'memory limit'];
    $left = null;
    $texts = corpus(dirname(__DIR__, 4) . "/tests/session-state/$name.sql");
    // What is made for good is needed by later texts.
    $sample = max(1, (int) getenv('SAMPLE'));
    $texts = array_filter($texts, fn(Text $text, int $at) => $at % $sample === 0 || stripos($text->sql, 'CREATE ') === 0, ARRAY_FILTER_USE_BOTH);
    foreach ([...array_values($texts), null] as $at => $text) {
        $end = $ends[$at % count($ends)];
        $seen = $ask($left->sql ?? '', $text === null ? ['end' => 'return']
            : ['before' => json_encode($text->before), 'text' => $text->sql, 'end' => $end]);
        if ($left !== null) {
            $expect("$name, $ended: $left->sql", $differ($left->sql, $seen));
        }
        [$left, $ended] = [$text, $end];
    }
} else {
    $kinds = [
        'a transaction' => '$pdo->beginTransaction(); $pdo->exec("INSERT INTO kinds VALUES (7)");',
        'a transaction by text' => '$pdo->exec("BEGIN"); $pdo->exec("DELETE FROM kinds");',
        'an unread result' => '$s = $pdo->query("SELECT * FROM kinds"); $s->fetch();',
        'a temporary table' => '$pdo->exec("CREATE TEMPORARY TABLE t (v int)");',
    ] + match ($name) {
        'postgresql' => [
            'a COPY in the middle' => 'try { $pdo->exec("COPY kinds FROM STDIN"); } catch (PDOException) {}',
            'a COPY out in the middle' => 'try { $s = $pdo->query("COPY kinds TO STDOUT"); } catch (PDOException) {}',
            'LISTEN' => '$pdo->exec("LISTEN kinds"); $pdo->exec("NOTIFY kinds");',
            'a lock' => '$pdo->query("SELECT pg_advisory_lock(4711)");',
            'a failed transaction' => '$pdo->beginTransaction(); $pdo->query("SELECT nothing");',
            'a killed connection' => '$pdo->query("SELECT pg_terminate_backend(pg_backend_pid())");',
        ],
        'mariadb' => [
            'an unbuffered result' => '$pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false); $s = $pdo->query("SELECT * FROM kinds"); $s->fetch();',
            'a lock' => '$pdo->query("SELECT GET_LOCK(\'kinds\', 1)")->fetchAll();',
            'a table lock' => '$pdo->exec("LOCK TABLES kinds WRITE");',
            'autocommit off' => '$pdo->setAttribute(PDO::ATTR_AUTOCOMMIT, 0); $pdo->exec("INSERT INTO kinds VALUES (7)");',
            'a killed connection' => '$pdo->exec("KILL CONNECTION_ID()");',
        ],
        default => ['a function' => '@$pdo->sqliteCreateFunction("mine", fn() => 1, 0); $pdo->query("SELECT mine()");'],
    };
    $ends = ['return', 'exit', 'exception', 'fatal error', 'memory limit', 'time limit', 'request_terminate_timeout'];
    $ends = array_slice($ends, 0, (int) (getenv('ENDS') ?: count($ends)));
    $plain = fn() => $look->connect();
    $plain()->exec('CREATE TABLE kinds (v int)' . ($name === 'mariadb' ? ' ENGINE=InnoDB' : ''));
    $plain()->exec('INSERT INTO kinds VALUES (1), (2)');
    foreach (array_keys($kinds) as $at => $kind) {
        foreach ($ends as $number => $end) {
            // The two that wait for a limit are dear.
            if (!$whole && ($number >= 5 ? $at !== $number - 5 : ($at + $number) % 2 === 1)) {
                continue;
            }
            $ask('', ['code' => $kinds[$kind], 'end' => $end]);
            $expect("$name, $kind, $end", $differ('', $ask('', ['end' => 'return'])));
            // By somebody else: nothing is held, and nothing was done.
            $rows = null;
            for ($tries = 0; $rows !== '1,2' && $tries < 100; $tries++, usleep(20_000)) {
                $pdo = $plain();
                $name === 'postgresql' && $pdo->exec('SET lock_timeout = 3000');
                $name === 'mariadb' && $pdo->exec('SET SESSION lock_wait_timeout = 3, innodb_lock_wait_timeout = 3');
                $pdo->exec('UPDATE kinds SET v = v');
                $rows = implode(',', $pdo->query('SELECT v FROM kinds ORDER BY v')->fetchAll(PDO::FETCH_COLUMN));
                $pdo = null;
            }
            $expect("$name, $kind, $end, rows", $rows === '1,2' ? null : $rows);
        }
    }
}
echo "$name, $what: ", json_encode(array_filter($process)), "\n";
echo "$passed passed, $failed failed, 0 skipped\n";
exit($failed ? 1 : 0);
