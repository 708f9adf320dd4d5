<?php
// FastCGI, as far as one request after another needs it, and HTTP for servers that speak it.
declare(strict_types=1);

/**
 * Asks for a script and returns the body of the answer.
 * @param resource $connection to the server's socket
 */
function ask_over_fastcgi(mixed $connection, string $script, string $query, bool $goes_on): string
{
    $record = fn(int $type, string $content) => pack('CCnnCx', 1, $type, 1, strlen($content), 0) . $content;
    $parameters = '';
    foreach (['REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => $script, 'QUERY_STRING' => $query] as $key => $value) {
        $parameters .= pack('CN', strlen($key), strlen($value) | 0x80000000) . $key . $value;
    }
    fwrite($connection, $record(1, pack('nCx5', 1, (int) $goes_on)) . $record(4, $parameters) . $record(4, '') . $record(5, ''));
    $answer = '';
    while (($head = stream_get_contents($connection, 8)) !== '' && strlen($head) === 8) {
        ['type' => $type, 'length' => $length, 'padding' => $padding] = unpack('Cversion/Ctype/nid/nlength/Cpadding', $head);
        $content = $length + $padding ? stream_get_contents($connection, $length + $padding) : '';
        $answer .= $type === 6 || $type === 7 ? substr($content, 0, $length) : '';
        if ($type === 3) {
            break;
        }
    }
    return explode("\r\n\r\n", $answer, 2)[1] ?? $answer;
}

/**
 * Asks for a script of a folder that is served.
 * @param string $address http://HOST:PORT, where the folder is the root, or the path of a FastCGI socket
 */
function ask_a_server(string $address, string $script, string $query): string
{
    if (!str_starts_with($address, 'http://')) {
        return ask_over_fastcgi(stream_socket_client("unix://$address", timeout: 30), $script, $query, false);
    }
    $context = stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 60]]);
    return (string) file_get_contents("$address/" . basename($script) . "?$query", context: $context);
}
