<?php
// A small HTTP server that takes its time: /delay/MS answers after that many milliseconds, /bytes/N at once with a body
// of N bytes, /drip/N/MS with N bytes, one every MS milliseconds, /answer/N/MS with N itself, in two parts, the second
// after MS milliseconds; /cut/N/MS breaks off before that one. Connections stay open for those who want it. One process,
// one loop.

declare(strict_types=1);

$server = stream_socket_server("tcp://127.0.0.1:$argv[1]", $code, $message,
    STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, stream_context_create(['socket' => ['backlog' => 500]]));
$server !== false or exit("$message\n");

/** @var array<int, array{resource, string}> connections with what they have sent so far */
$clients = [];
/** @var list<array{float, int, string, bool}> due, client, bytes, whether it is the end */
$pending = [];

/** Whether the connection is for another request after this one. */
function stays(string $request): bool
{
    return str_contains($request, 'HTTP/1.1') && !stripos($request, "\r\nConnection: close") && !str_starts_with($request, 'GET /cut/');
}

function answer(string $request): array
{
    $path = explode(' ', $request)[1] ?? '/';
    $parts = explode('/', trim($path, '/'));
    $number = (int) ($parts[1] ?? 0);
    $connection = stays($request) ? 'keep-alive' : 'close';
    $head = fn (int $length): string => "HTTP/1.1 200 OK\r\nContent-Length: $length\r\nConnection: $connection\r\n\r\n";
    switch ($parts[0]) {
        case 'delay':
            $body = "waited $number ms\n";
            return [[$number / 1000, $head(strlen($body)) . $body]];
        case 'bytes':
            return [[0, $head($number) . str_repeat('x', $number)]];
        case 'drip':
            $steps = [[0, $head($number)]];
            for ($i = 1; $i <= $number; $i++) {
                $steps[] = [$i * (int) ($parts[2] ?? 1) / 1000, 'x'];
            }
            return $steps;
        case 'answer':
        case 'cut':
            $due = (int) ($parts[2] ?? 0) / 1000;
            $body = "$number $number.\n";
            $half = intdiv(strlen($body), 2);
            return [[0, $head(strlen($body)) . substr($body, 0, $half)],
                [$due, $parts[0] === 'cut' ? '' : substr($body, $half)]];
        default:
            return [[0, $head(3) . "ok\n"]];
    }
}

while (true) {
    $now = microtime(true);
    foreach ($pending as $key => [$due, $id, $bytes, $last]) {
        if ($due > $now) {
            continue;
        }
        unset($pending[$key]);
        if (isset($clients[$id])) {
            @fwrite($clients[$id][0], $bytes);
            if ($last) {
                fclose($clients[$id][0]);
                unset($clients[$id]);
            }
        }
    }
    $next = $pending ? max(0, min(array_column($pending, 0)) - microtime(true)) : 60;
    $readable = [$server, ...array_column($clients, 0)];
    $none = null;
    if (!stream_select($readable, $none, $none, (int) $next, (int) (fmod($next, 1) * 1e6))) {
        continue;
    }
    foreach ($readable as $stream) {
        if ($stream === $server) {
            $client = stream_socket_accept($server, 0);
            $clients[(int) $client] = [$client, ''];
            continue;
        }
        $id = (int) $stream;
        $data = fread($stream, 8192);
        if ($data === '' || $data === false) {
            fclose($stream);
            unset($clients[$id]);
            continue;
        }
        $clients[$id][1] .= $data;
        if (str_contains($clients[$id][1], "\r\n\r\n")) {
            $steps = answer($clients[$id][1]);
            $stays = stays($clients[$id][1]);
            $clients[$id][1] = '';
            foreach ($steps as $at => [$delay, $bytes]) {
                $pending[] = [microtime(true) + $delay, $id, $bytes, !$stays && $at === count($steps) - 1];
            }
        }
    }
}
