<?php
// What docs/reports/comparison.md says of PgBouncer, on the real one, with plain PDO. "transaction" has three server connections.

declare(strict_types=1);

require __DIR__ . '/facts.php';

$client = fn (string $mode): PDO => postgres('CENOTE_PGBOUNCER', $mode);
$ask = fn (PDO $pdo, string $sql): mixed => $pdo->query($sql)->fetchColumn();

$clients = array_map($client, array_fill(0, 12, 'transaction'));
$processes = array_unique(array_map(fn (PDO $pdo): int => $ask($pdo, 'SELECT pg_backend_pid()'), $clients));
fact('twelve clients work over three connections of the server or fewer', count($processes) <= 3);

$ask($clients[0], "SELECT set_config('application_name', 'x', false), set_config('work_mem', '123kB', false)");
$seen = array_map(fn (PDO $pdo): string => $ask($pdo, 'SHOW work_mem'), array_slice($clients, 1));
fact('what one client sets in transaction mode, another finds set', in_array('123kB', $seen, true));

$clients[0]->query('SELECT pg_advisory_lock(4711)');
unset($clients[0]);
$left = (int) $ask(postgres('CENOTE_POSTGRES'), "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711");
fact('an advisory lock outlives the client that took it in transaction mode', $left === 1);
unset($clients);

$session = $client('session');
$ask($session, "SELECT set_config('work_mem', '321kB', false)");
unset($session);
usleep(100_000);
fact('in session mode the next client gets a reset connection', $ask($client('session'), 'SHOW work_mem') !== '321kB');

// Two clients take turns on one connection of the server. Their statements have the same name, since each counts from one.
$results = [];
foreach ([$client('transaction'), $client('transaction')] as $number => $pdo) {
    $prepared[$number] = $pdo->prepare("SELECT 'client $number' WHERE ?::int = 1");
}
foreach ([0, 1, 0] as $number) {
    $results[] = answer(fn () => $prepared[$number]->execute([1]) ? $prepared[$number]->fetchColumn() : null);
}
$admin = postgres('CENOTE_PGBOUNCER', 'pgbouncer');
$admin->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
$config = array_column($admin->query('SHOW CONFIG')->fetchAll(PDO::FETCH_NUM), 1, 0);
if (!isset($config['max_prepared_statements'])) {
    fact('version 1.18 does not know prepared statements in transaction mode: one client got the rows of the other’s statement', $results[2] === 'client 1');
}
fact('a client that waits for a server connection is disconnected after 120 seconds by default', $config['query_wait_timeout'] === '120');
fact('100 clients and 20 connections per user and database are its defaults', $config['max_client_conn'] === '100' && $config['default_pool_size'] === '20');
