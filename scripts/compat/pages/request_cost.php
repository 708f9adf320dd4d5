<?php
// What an empty request costs each of several php-fpm servers with one process each: request_cost.php SOCKET PID …
// They take turns; prints the CPU time of one request in nanoseconds for each, the least of all rounds.
declare(strict_types=1);

require __DIR__ . '/fastcgi.php';

const ROUNDS = 25;
const REQUESTS = 400;

$servers = array_chunk(array_slice($argv, 1), 2);
/** Time on the CPU, in nanoseconds. */
$spent = fn(string $pid): int => (int) explode(' ', file_get_contents("/proc/$pid/schedstat"))[0];
$least = array_fill(0, count($servers), PHP_INT_MAX);
for ($round = 0; $round <= ROUNDS; $round++) {
    foreach ($servers as $number => [$socket, $pid]) {
        $connection = stream_socket_client("unix://$socket", timeout: 20);
        $begin = $spent($pid);
        for ($request = 0; $request < REQUESTS; $request++) {
            $answer = ask_over_fastcgi($connection, __DIR__ . '/empty.php', '', true);
            $answer === '' or exit("an empty script was answered with: $answer\n");
        }
        // The first round is for warming up.
        if ($round > 0) {
            $least[$number] = min($least[$number], intdiv($spent($pid) - $begin, REQUESTS));
        }
        fclose($connection);
    }
}
echo implode("\n", $least), "\n";
