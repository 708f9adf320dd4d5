<?php
// Sends 200 requests to a server and judges the answers: client.php NAME ADDRESS SAPI SCRIPT DATABASE
// ADDRESS is http://host:port or the path of a FastCGI socket. Ends with "N passed, N failed, 0 skipped".
declare(strict_types=1);

require __DIR__ . '/fastcgi.php';

const REQUESTS = 200;
/** The first requests of a process fill caches. */
const WARM_UP = 20;

[, $name, $address, $sapi, $script, $database] = $argv;

/** @return string the body */
function over_http(string $address, string $script, string $query): string
{
    $context = stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 20]]);
    return (string) @file_get_contents("$address/" . basename($script) . "?$query", false, $context);
}

function over_fastcgi(string $socket, string $script, string $query): string
{
    return ask_over_fastcgi(stream_socket_client("unix://$socket", timeout: 20), $script, $query, false);
}

$send = str_starts_with($address, 'http') ? over_http(...) : over_fastcgi(...);
$query = http_build_query(['database' => $database]);
$answers = [];
for ($number = 0; $number < REQUESTS; $number++) {
    $body = $send($address, $script, $query);
    $answer = json_decode($body, true);
    if (!is_array($answer)) {
        echo "$name: request $number was answered with:\n", substr($body, 0, 2000), "\n0 passed, 1 failed, 0 skipped\n";
        exit(1);
    }
    $answers[$answer['pid']][] = $answer;
}

$passed = $failed = 0;
$expect = function (string $what, bool $holds, mixed $seen) use ($name, &$passed, &$failed) {
    $holds ? $passed++ : $failed++;
    if (!$holds) {
        echo "$name: not so: $what; seen: ", json_encode($seen), "\n";
    }
};
$column = fn(array $of, string $key) => array_values(array_unique(array_column($of, $key)));
$all = array_merge(...$answers);
$expect('every request has the right result', $column($all, 'sum') === [15], $column($all, 'sum'));
$expect("the program is $sapi", $column($all, 'sapi') === [$sapi], $column($all, 'sapi'));
$expect('cenote reports that it works', $column($all, 'report') === ['on'], $column($all, 'report'));
$expect('a transaction left open is rolled back', $column($all, 'rows') === [0], $column($all, 'rows'));
$expect('no connection outlives its request', max($column($all, 'pdo_connections')) <= 3, $column($all, 'pdo_connections'));
$expect('persistent connections are clean', array_unique(array_map(json_encode(...), array_column($all, 'clean'))) === ['[false,0]'], array_column($all, 'clean'));
foreach ($answers as $pid => $of) {
    $adopted = end($of)['lasting']['adopted'];
    $expect("process $pid: connections outlive their request", $adopted >= count($of) - 1, [$adopted, count($of)]);
    $of = array_slice($of, min(WARM_UP, count($of) - 1));
    $fds = $column($of, 'fds');
    $expect("process $pid: descriptors stay the same", count($fds) === 1, $fds);
    $memory = $column($of, 'memory');
    $expect("process $pid: requests begin with the same memory", max($memory) - min($memory) <= 4096, $memory);
    $resident = array_column($of, 'resident');
    $expect("process $pid: resident memory does not grow", end($resident) - $resident[0] <= 1024, [$resident[0], end($resident)]);
}
$last = end($all);
printf("%-14s %d requests, %d processes, %d descriptors, %d kB of memory at a request's start\n", $name, count($all),
    count($answers), $last['fds'], $last['memory'] / 1024);
echo "$passed passed, $failed failed, 0 skipped\n";
exit($failed ? 1 : 0);
