<?php
// SPEC 51.1, 51.2, 51.4: one request of many, on one thread of several: coroutines, channels, sockets, pools, transactions. Prints "ok", or what went wrong.
//   host … request.php FOLDER
declare(strict_types=1);

use Async\{Channel, Pool};
use function Async\{await, await_all_or_fail, delay, spawn, timeout};

[, $place, $request, $folder] = $argv;
$wrong = [];

function expect(string $what, mixed $is, mixed $shall): void
{
    global $wrong;
    if ($is !== $shall) {
        $wrong[] = "$what: " . json_encode($is) . ' instead of ' . json_encode($shall);
    }
}

// Sleeping, in three ways.
$began = hrtime(true);
$sum = 0;
$sleepers = [];
foreach ([1, 2, 3, 4, 5, 6] as $number) {
    $sleepers[] = spawn(function () use ($number, &$sum) {
        match ($number % 3) {
            0 => usleep($number * 500),
            1 => delay($number),
            2 => time_nanosleep(0, $number * 500_000),
        };
        $sum += $number;
        return $number;
    });
}
expect('sleepers', await_all_or_fail($sleepers), [1, 2, 3, 4, 5, 6]);
expect('sum', $sum, 21);

// A channel.
$channel = new Channel(2);
spawn(function () use ($channel, $place) {
    foreach (range(1, 20) as $number) {
        $channel->send("$place:$number");
    }
    $channel->close();
});
$got = [];
foreach ($channel as $value) {
    $got[] = $value;
}
expect('channel', [count($got), $got[0], $got[19]], [20, "$place:1", "$place:20"]);

// Sockets: who reads waits for who writes.
[$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = spawn(fn () => fgets($one));
$writer = spawn(function () use ($other, $place, $request) {
    delay(1);
    fwrite($other, "$place/$request\n");
});
expect('line', await($reader), "$place/$request\n");
await($writer);
$late = spawn(fn () => fgets($one));
try {
    await($late, timeout(2));
    expect('a wait without an end', 'ended', 'timed out');
} catch (Async\OperationCanceledException | Async\AsyncCancellation) {
}
$late->cancel();
fclose($one);
fclose($other);

// A pool.
$made = 0;
$most = 0;
$inside = 0;
$pool = new Pool(function () use (&$made) {
    return (object) ['number' => ++$made];
}, max: 2);
$users = [];
foreach (range(1, 6) as $ignored) {
    $users[] = spawn($pool->use(...), function (object $resource) use (&$inside, &$most) {
        $most = max($most, ++$inside);
        delay(1);
        $inside--;
    });
}
await_all_or_fail($users);
expect('made by the pool', [$made, $most], [2, 2]);

// Transactions, on a database of this place, and at times on one that all threads share.
foreach ($request % 5 === 0 ? ["own-$place", 'shared'] : ["own-$place"] as $name) {
    $options = [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3, PDO::ATTR_POOL_PERSISTENT => $request % 2 === 0, PDO::ATTR_TIMEOUT => 30,
    ];
    $pdo = new PDO("sqlite:$folder/$name.sqlite", options: $options);
    $pdo->exec('PRAGMA synchronous = OFF');
    $pdo->exec('CREATE TABLE IF NOT EXISTS entry (place INTEGER, request INTEGER, number INTEGER)');
    $pdo->exec("DELETE FROM entry WHERE place = $place");
    $tasks = [];
    foreach (range(1, 5) as $number) {
        $tasks[] = spawn(function () use ($pdo, $place, $request, $number) {
            $pdo->exec('BEGIN IMMEDIATE');
            $statement = $pdo->prepare('INSERT INTO entry VALUES (?, ?, ?)');
            $statement->execute([$place, $request, $number]);
            $statement = null;
            if ($number % 2 === 0) {
                delay(1);
            }
            $pdo->exec($number === 5 ? 'ROLLBACK' : 'COMMIT');
            return (int) $pdo->query("SELECT COUNT(*) FROM entry WHERE place = $place AND request = $request AND number = $number")->fetchColumn();
        });
    }
    expect("$name: rows seen", await_all_or_fail($tasks), [1, 1, 1, 1, 0]);
    $rows = $pdo->query("SELECT request, number FROM entry WHERE place = $place ORDER BY number")->fetchAll(PDO::FETCH_NUM);
    expect("$name: rows", array_map(fn ($row) => array_map(intval(...), $row), $rows), array_map(fn ($number) => [(int) $request, $number], [1, 2, 3, 4]));
    $pdo = null;
}

// Files, on helper threads.
$file = "$folder/file-$place";
file_put_contents($file, str_repeat("$place", 10_000));
$reads = [];
foreach (range(1, 3) as $ignored) {
    $reads[] = spawn(fn () => strlen(file_get_contents($file)));
}
expect('files', await_all_or_fail($reads), array_fill(0, 3, 10_000 * strlen($place)));

// What ends in other ways.
$failing = spawn(fn () => throw new DomainException($place));
try {
    await($failing);
} catch (DomainException $error) {
    expect('an exception', $error->getMessage(), $place);
}
expect('the coroutine\'s own error', isset($error), true);
spawn(fn () => delay(1)); // waited for at the end
echo $wrong === [] ? 'ok' : implode("\n", $wrong);
if ($request % 7 === 3) {
    spawn(fn () => delay(60_000)); // cancelled by the exit
    exit(0);
}
