<?php
// Fetches ten pages at once, each with another of PHP's own ways; then stops gracefully at a signal.
//   CENOTE_HTTP=http://127.0.0.1:8080 php examples/http.php

declare(strict_types=1);

use function Async\await;
use function Async\await_all;
use function Async\delay;
use function Async\spawn;
use function Async\timeout;

$base = getenv('CENOTE_HTTP') ?: exit("Set CENOTE_HTTP to the address of a server that knows /delay/MS.\n");

function by_stream(string $url): string
{
    return trim(file_get_contents($url));
}

function by_curl(string $url): string
{
    $curl = curl_init($url);
    curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
    return trim(curl_exec($curl));
}

// Ten at once: as long as the slowest, not as long as all together.
$begin = hrtime(true);
$pages = [];
for ($i = 1; $i <= 10; $i++) {
    $pages[$i] = spawn($i % 2 ? by_stream(...) : by_curl(...), "$base/delay/" . 100 + 10 * $i);
}
[$results, $errors] = await_all($pages);
echo count($results), ' pages, ', count($errors), " errors, the last says: $results[10]\n";
echo hrtime(true) - $begin < 1e9 ? "all at once\n" : "one after the other\n";

// A time limit on the waiting; the request is then cancelled, which ends its connection.
$slow = spawn(by_curl(...), "$base/delay/60000");
try {
    await($slow, timeout(50));
} catch (Async\OperationCanceledException) {
    echo "too slow\n";
    $slow->cancel();
}

// A graceful stop: the handler only sets a flag, the loop takes no new work, and what has begun is awaited.
$stopping = false;
pcntl_async_signals(true);
pcntl_signal(SIGTERM, function () use (&$stopping): void {
    $stopping = true;
});
spawn(function (): void {
    delay(150);
    posix_kill(getmypid(), SIGTERM);
});
$jobs = [];
while (!$stopping) {
    $jobs[] = spawn(by_stream(...), "$base/delay/40");
    delay(30);
}
[$results, $errors] = await_all($jobs);
echo count($results) === count($jobs) ? "stopped, nothing that had begun was lost\n" : "lost some\n";
