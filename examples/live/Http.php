<?php

declare(strict_types=1);

namespace Live;

use Async\Coroutine;
use RuntimeException;
use function Async\await_all;
use function Async\spawn;

/** A small HTTP server: one coroutine per client, one request per connection. */
final class Http
{
    private const MOST_OF_A_REQUEST = 16_384;
    private const SECONDS_TO_SEND_IT = 10;

    /** @var resource */
    private readonly mixed $server;

    /** @var array<string, callable(Request): ?Response> by method and path; null: it has answered by itself */
    private array $handlers = [];

    /** @var array<int, Coroutine> by id */
    private array $clients = [];

    public function __construct(string $address)
    {
        $server = @stream_socket_server("tcp://$address", $code, $message);
        $this->server = $server ?: throw new RuntimeException("Cannot listen on $address: $message. LISTEN=127.0.0.1:0 takes any free port.");
    }

    public function on(string $method_and_path, callable $handler): void
    {
        $this->handlers[$method_and_path] = $handler;
    }

    public function url(): string
    {
        return 'http://' . stream_socket_get_name($this->server, false) . '/';
    }

    /** Serves until the callable says so; then those who are being served are let go. */
    public function serve(callable $until): void
    {
        while (!$until()) {
            $readable = [$this->server];
            $none = null;
            // Meanwhile everybody else runs. A signal ends this wait; the second is for one that came just before.
            if (!@stream_select($readable, $none, $none, 1)) {
                continue;
            }
            $client = @stream_socket_accept($this->server, 0);
            if ($client) {
                $this->spawn($client);
            }
        }
        fclose($this->server);
        foreach ($this->clients as $coroutine) {
            $coroutine->cancel();
        }
        await_all($this->clients);
    }

    /** @param resource $client */
    private function spawn(mixed $client): void
    {
        $coroutine = spawn($this->answer(...), $client);
        $id = $coroutine->getId();
        $this->clients[$id] = $coroutine;
        $coroutine->onFinally(function () use ($id): void {
            unset($this->clients[$id]);
        });
    }

    /** @param resource $client */
    private function answer(mixed $client): void
    {
        try {
            stream_set_timeout($client, self::SECONDS_TO_SEND_IT);
            $request = self::read($client);
            if ($request !== null) {
                $response = $this->respond($request);
                $response === null || @fwrite($client, (string) $response);
            }
        } finally {
            fclose($client);
        }
    }

    private function respond(Request $request): ?Response
    {
        if (!self::isForUs($request)) {
            return Response::text("This server answers to its own address only.\n", 403);
        }
        $handler = $this->handlers["$request->method $request->path"] ?? null;
        if ($handler === null) {
            return Response::text("There is no $request->method $request->path here.\n", 404);
        }
        try {
            return $handler($request);
        } catch (\Exception $e) {
            return Response::text($e::class . ": {$e->getMessage()}\n", 500);
        }
    }

    /** A name that somebody made to point here is not ours: pages of his must not reach this server through it. */
    private static function isForUs(Request $request): bool
    {
        $host = preg_replace('/:\d+$/', '', $request->headers['host'] ?? '');
        return $host === 'localhost' || filter_var(trim($host, '[]'), FILTER_VALIDATE_IP) !== false;
    }

    /** @param resource $client */
    private static function read(mixed $client): ?Request
    {
        $text = '';
        do {
            $line = fgets($client, self::MOST_OF_A_REQUEST);
            $text .= $line;
            if ($line === false || strlen($text) > self::MOST_OF_A_REQUEST) {
                return null;
            }
        } while (trim($line) !== '');
        $lines = explode("\r\n", rtrim($text));
        if (!preg_match('~^([A-Z]+) ([^ ?]+)\S* HTTP/1\.[01]$~', array_shift($lines), $match)) {
            return null;
        }
        $headers = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
        }
        $length = (int) ($headers['content-length'] ?? 0);
        if ($length < 0 || $length > self::MOST_OF_A_REQUEST) {
            return null;
        }
        $body = $length > 0 ? stream_get_contents($client, $length) : '';
        return new Request($match[1], $match[2], $headers, (string) $body, $client);
    }
}
