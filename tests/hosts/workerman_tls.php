<?php
// Workerman with TLS on our loop: handlers wait together, several requests on a connection, answers that fill the buffers.

declare(strict_types=1);

require __DIR__ . '/boot.php';
require __DIR__ . '/server.php';
needs('Workerman\Worker', 'workerman/workerman');
if (!extension_loaded('openssl')) {
    exit("skipped: no openssl\n");
}

$key = openssl_pkey_new(['private_key_bits' => 2048]);
$signed = openssl_csr_sign(openssl_csr_new(['commonName' => 'localhost'], $key), null, $key, 1);
openssl_x509_export($signed, $certificate);
openssl_pkey_export($key, $private);
$file = tempnam(sys_get_temp_dir(), 'cenote');
file_put_contents($file, $certificate . $private);
$server = new Server('workerman.php', ['CERTIFICATE' => $file]);

$context = stream_context_create(['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]]);
$ask = function (array $paths) use ($server, $context): array {
    $connection = stream_socket_client("ssl://127.0.0.1:$server->port", timeout: 20, context: $context);
    stream_set_timeout($connection, 30);
    return array_map(function (string $path) use ($connection): string {
        fwrite($connection, "GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n");
        for ($length = 0; ($line = fgets($connection)) !== false && $line !== "\r\n";) {
            $length = stripos($line, 'content-length:') === 0 ? (int) substr($line, 15) : $length;
        }
        return stream_get_contents($connection, $length);
    }, $paths);
};
$took = milliseconds(function () use ($ask, $server): void {
    $asking = array_map(fn () => Async\spawn($ask, ['/sleep', '/ready', '/sleep', '/sleep', '/sleep']), range(1, 40));
    foreach (Async\await_all_or_fail($asking) as $answers) {
        check($answers === ['slept', 'ready', 'slept', 'slept', 'slept'], 'answers: ' . json_encode($answers) . $server->output());
    }
});
// One after the other they would take eight seconds.
check($took < 7000, "handlers wait together: $took ms");
$asking = array_map(fn () => Async\spawn($ask, ['/big', '/ready', '/big']), range(1, 8));
foreach (Async\await_all_or_fail($asking) as [$one, $ready, $other]) {
    check(strlen($one) === 2_000_000 && $one === $other && $ready === 'ready' && md5($one) === md5(str_repeat('0123456789', 200_000)), 'two megabytes');
}
// One that speaks no TLS, and one that says nothing, are in nobody's way.
$other = stream_socket_client("tcp://127.0.0.1:$server->port");
fwrite($other, "GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n");
$silent = stream_socket_client("tcp://127.0.0.1:$server->port");
check($ask(['/ready']) === ['ready'], 'others are served');
check($server->stop(SIGINT), 'it stops: ' . $server->output());
unlink($file);
echo "ok\n";
