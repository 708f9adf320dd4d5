--TEST--
SPEC 50.3: lifetime, idle time and MIN count over requests; what is due is closed before anybody is lent it
--FILE--
<?php
require __DIR__ . '/served.inc';
$file = database(TABLE);
$served = new Served();
$page = fn(string $options) => $served->page(kept_pool($file, $options) . '
    $names = together(...array_fill(0, 2, fn() => [$pdo->beginTransaction(), name_of($pdo), Async\suspend(), $pdo->rollBack()][1]));
    sort($names);
    $stats = $pdo->getPool()->stats();
    echo json_encode([implode($names), $stats["process"]["expired"], $stats["process"]["idleTooLong"], $stats["idle"]]);');
$pages = function (string $what, string $options, string $name) use ($page) {
    $options = "[PDO::ATTR_POOL_PERSISTENT => '$name'] + $options";
    [$first] = json_decode($page($options));
    usleep(600_000);
    [$second, $expired, $idle] = json_decode($page($options));
    say($what, $first === $second, $expired, $idle);
};
$pages('long enough', '[PDO::ATTR_POOL_MAX_LIFETIME => 60, PDO::ATTR_POOL_IDLE_TIMEOUT => 60]', 'a');
$pages('lifetime', '[PDO::ATTR_POOL_MAX_LIFETIME => 0.5]', 'b');
$pages('idle', '[PDO::ATTR_POOL_IDLE_TIMEOUT => 0.5]', 'c');
$pages('idle, but for MIN', '[PDO::ATTR_POOL_IDLE_TIMEOUT => 0.5, PDO::ATTR_POOL_MIN => 2]', 'd');
// A request that has asked for MIN, and used none of it, leaves it to the next.
$rare = '[PDO::ATTR_POOL_PERSISTENT => "f", PDO::ATTR_POOL_IDLE_TIMEOUT => 0.5, PDO::ATTR_POOL_MIN => 2]';
$names = json_decode($page($rare))[0];
usleep(600_000);
$served->page(kept_pool($file, $rare));
say('MIN that a request has not used', json_decode($page($rare))[0] === $names);
usleep(600_000);
$served->page('');
say('MIN that no request asks for', json_decode($page($rare))[2]);
$pages('no limits', '[PDO::ATTR_POOL_MAX_LIFETIME => 0, PDO::ATTR_POOL_IDLE_TIMEOUT => 0]', 'e');
say('a smaller pool', json_decode($page("[PDO::ATTR_POOL_PERSISTENT => 'e', PDO::ATTR_POOL_MAX => 1]")) !== null);
say('a pool of none asks for', $served->page(kept_pool($file, '[PDO::ATTR_POOL_MIN => 3]') . 'echo usage($pdo);'));
say('MIN is there', $served->page(kept_pool($file, '[PDO::ATTR_POOL_MIN => 3]') . 'echo usage($pdo), " ", $pdo->getPool()->stats()["process"]["opened"];'));
echo "done\n";
--EXPECT--
long enough: true | 0 | 0
lifetime: false | 2 | 0
idle: false | 0 | 2
idle, but for MIN: true | 0 | 0
MIN that a request has not used: true
MIN that no request asks for: 2
no limits: true | 0 | 0
a smaller pool: true
a pool of none asks for: 3 idle, 0 active
MIN is there: 3 idle, 0 active 3
done
