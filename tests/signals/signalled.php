<?php
// Coroutines use PostgreSQL, MariaDB and Redis while a signal comes every few milliseconds, whose handlers query, spawn, wait and throw
// (SPEC 30.14): signalled.php SECONDS MILLISECONDS. Prints "no wrong answer" if each answer was that of its question and nobody hung.
declare(strict_types=1);

use function Async\{await, delay, spawn};

final class Thrown extends Exception
{
}

[, $seconds, $every] = array_map('floatval', $argv);
$postgres = 'pgsql:' . strtr(getenv('CENOTE_POSTGRES'), ' ', ';');
$mariadb = 'mysql:unix_socket=' . getenv('CENOTE_MARIADB') . ';dbname=test';
(new PDO('mysql:unix_socket=' . getenv('CENOTE_MARIADB'), 'root'))->exec('CREATE DATABASE IF NOT EXISTS test');
$table = 'signalled_' . getmypid();
foreach ([new PDO($postgres), new PDO($mariadb, 'root')] as $setup) {
    $setup->exec("CREATE TABLE $table (who VARCHAR(20))" . ($setup->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql' ? ' ENGINE=InnoDB' : ''));
}
unset($setup);

/** The signals come from a child, in turn. */
$signals = [SIGUSR1, SIGUSR2, SIGWINCH, SIGHUP, SIGALRM];
$parent = getmypid();
[$start, $started] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$sender = pcntl_fork();
if ($sender === 0) {
    fclose($start);
    // Not before there are handlers.
    fgets($started);
    for ($turn = 0; posix_getppid() === $parent; $turn++) {
        posix_kill($parent, $signals[$turn % count($signals)]);
        usleep((int) ($every * 1000));
    }
    exit;
}

$counts = ['answers' => 0, 'handlers' => 0, 'caught' => 0, 'refused' => 0];
$wrong = [];
$progress = [];
$running = true;
$token = function (): string {
    static $last = 0;
    return 'token' . ++$last;
};
$check = function (string $who, string $expected, mixed $seen) use (&$wrong, &$counts): void {
    $counts['answers']++;
    if ($seen !== $expected) {
        $wrong[] = "$who: expected $expected, got " . json_encode($seen);
    }
};
$pooled = [
    'postgres' => new PDO($postgres, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 4]),
    'mariadb' => new PDO($mariadb, 'root', null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 4]),
];
$asleep = ['postgres' => " FROM pg_sleep(0.004)", 'mariadb' => ", SLEEP(0.004)"];
$new_redis = function (): Redis {
    $redis = new Redis();
    $redis->connect(getenv('CENOTE_REDIS'));
    return $redis;
};

// ---------------------------------------------------------------- what is interrupted
$users = [];
foreach ($pooled as $server => $pdo) {
    $users["$server, pooled"] = function (string $who) use ($server, $pdo, $asleep, $token, $check): void {
        $mine = $token();
        $check($who, $mine, $pdo->query("SELECT '$mine'" . $asleep[$server])->fetchColumn());
        $statement = $pdo->prepare("SELECT LOWER(?)" . $asleep[$server]);
        $statement->execute([strtoupper($mine)]);
        $check($who, $mine, $statement->fetchColumn());
    };
    $users["$server, transaction"] = function (string $who) use ($server, $pdo, $table, $asleep, $token, $check): void {
        $mine = $token();
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO $table VALUES ('$mine')");
        $pdo->query("SELECT 1" . $asleep[$server])->fetchAll();
        $seen = $pdo->query("SELECT who FROM $table WHERE who LIKE 'token%'")->fetchAll(PDO::FETCH_COLUMN);
        $check($who, $mine, implode(' ', $seen));
        $pdo->rollBack();
    };
}
$plain = ['postgres' => new PDO($postgres), 'mariadb' => new PDO($mariadb, 'root')];
foreach ($plain as $server => $pdo) {
    $users["$server, plain"] = function (string $who) use ($server, $pdo, $asleep, $token, $check): void {
        $mine = $token();
        while (true) {
            try {
                $check($who, $mine, $pdo->query("SELECT '$mine'" . $asleep[$server])->fetchColumn());
                return;
            } catch (PDOException $refused) {
                // A handler is in a call of its own on this object.
                if (!str_starts_with($refused->getMessage(), 'Another coroutine is in the middle of a call')) {
                    throw $refused;
                }
                delay(1);
            }
        }
    };
}
$mysqli = new mysqli(username: 'root', socket: getenv('CENOTE_MARIADB'));
$users['mysqli'] = function (string $who) use ($mysqli, $token, $check): void {
    $mine = $token();
    $check($who, $mine, $mysqli->query("SELECT '$mine', SLEEP(0.004)")->fetch_row()[0]);
};
$pg = pg_connect(getenv('CENOTE_POSTGRES'), PGSQL_CONNECT_FORCE_NEW);
$users['pgsql'] = function (string $who) use ($pg, $token, $check): void {
    $mine = $token();
    $check($who, $mine, pg_fetch_result(pg_query($pg, "SELECT '$mine' FROM pg_sleep(0.004)"), 0, 0));
};
$waiter = $new_redis();
$pusher = $new_redis();
$users['redis'] = function (string $who) use ($waiter, $pusher, $table, $token, $check): void {
    $mine = $token();
    $push = spawn(function () use ($pusher, $table, $mine): void {
        delay(2);
        $pusher->rPush("$table list", $mine);
    });
    $check($who, "$table list $mine", implode(' ', $waiter->blPop(["$table list"], 10)));
    await($push);
};

// ---------------------------------------------------------------- what interrupts
$audits = ['postgres' => 0, 'mariadb' => 0];
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($pooled, $table, $token, $check, &$audits, &$counts): void {
    foreach ($pooled as $server => $pdo) {
        $mine = $token();
        $check("handler on $server", $mine, $pdo->query("SELECT '$mine'")->fetchColumn());
        $audits[$server] += $pdo->exec("INSERT INTO $table VALUES ('audit')");
    }
    $counts['handlers']++;
});
$for_handlers = $new_redis();
pcntl_signal(SIGUSR2, function () use ($for_handlers, $table, $token, $check, &$counts): void {
    $mine = $token();
    $check('spawned by a handler', $mine, await(spawn(function () use ($for_handlers, $table, $mine): string {
        $for_handlers->set("$table value", $mine);
        delay(1);
        return $for_handlers->get("$table value");
    })));
    $counts['handlers']++;
});
// One at a time, and only where the main flow would catch it: another could come in its catch block.
$catches = false;
pcntl_signal(SIGWINCH, function () use (&$counts, &$catches): void {
    $counts['handlers']++;
    if ($catches) {
        $catches = false;
        throw new Thrown();
    }
});
pcntl_signal(SIGHUP, function () use ($plain, $token, $check, &$counts): void {
    foreach ($plain as $server => $pdo) {
        try {
            $mine = $token();
            $check("handler on plain $server", $mine, $pdo->query("SELECT '$mine'")->fetchColumn());
        } catch (PDOException $refused) {
            if (!str_starts_with($refused->getMessage(), 'Another coroutine is in the middle of a call')) {
                throw $refused;
            }
            $counts['refused']++;
        }
    }
    // The next one begins when this one has ended: on a slow machine at once, and the objects would never be free.
    delay(5);
    $counts['handlers']++;
});
pcntl_signal(SIGALRM, function () use (&$counts): void {
    delay(3);
    $counts['handlers']++;
});

// ---------------------------------------------------------------- all of it, for as long as asked
$guarded = function (Closure $body) use (&$counts, &$catches): bool {
    try {
        $catches = true;
        $body();
        $catches = false;
        return true;
    } catch (Thrown) {
        $counts['caught']++;
        return false;
    }
};
$all = [];
foreach ($users as $who => $use) {
    $all[$who] = spawn(function () use ($who, $use, &$running, &$progress): void {
        while ($running) {
            $use($who);
            $progress[$who] = microtime(true);
        }
        unset($progress[$who]);
    });
}
$progress['main flow'] = microtime(true);
fwrite($start, "now\n");
$watch = spawn(function () use (&$progress, $sender): void {
    while (true) {
        delay(500);
        foreach ($progress as $who => $last) {
            if (microtime(true) - $last > 20) {
                posix_kill($sender, SIGKILL);
                echo "$who hangs\n";
                array_map(fn ($coroutine) => print($coroutine->getSpawnLocation() . ' ' . json_encode($coroutine->getTrace()[0] ?? null) . "\n"), Async\coroutines());
                posix_kill(getmypid(), SIGKILL);
            }
        }
    }
});
$end = microtime(true) + $seconds;
while (microtime(true) < $end) {
    $guarded(function () use ($users): void {
        $users['postgres, pooled']('main flow');
        $users['mariadb, pooled']('main flow');
    });
    $guarded(fn () => delay(2));
    $progress['main flow'] = microtime(true);
}
$running = false;
posix_kill($sender, SIGKILL);
while (true) {
    if ($guarded(function () use ($all, $sender): void {
        pcntl_waitpid($sender, $status);
        Async\await_all_or_fail($all);
        // What has come has begun by the end of this. Each handler that ends has the next of its signal begin.
        do {
            delay(200);
        } while (count(Async\get_coroutines()) > 2); // more than the main flow and the watch
    })) {
        break;
    }
}
$watch->cancel();
foreach ($pooled as $server => $pdo) {
    $left = $pdo->query("SELECT who, COUNT(*) FROM $table GROUP BY who")->fetchAll(PDO::FETCH_KEY_PAIR);
    if (array_map('intval', $left) !== array_filter(['audit' => $audits[$server]])) {
        $wrong[] = "$server has " . json_encode($left) . ", not {$audits[$server]} rows of handlers";
    }
    $pdo->exec("DROP TABLE $table");
}
$for_handlers->del("$table list", "$table value");
fprintf(STDERR, "%s\n", json_encode($counts));
foreach (array_slice($wrong, 0, 20) as $line) {
    echo $line, "\n";
}
echo match (true) {
    $wrong !== [] => count($wrong) . " wrong\n",
    $counts['handlers'] < $seconds || !$counts['caught'] => 'too few handlers have run: ' . json_encode($counts) . "\n",
    default => "no wrong answer\n",
};
