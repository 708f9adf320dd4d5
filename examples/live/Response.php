<?php

declare(strict_types=1);

namespace Live;

/** One HTTP answer. */
final class Response
{
    private const REASONS = [200 => 'OK', 400 => 'Bad Request', 403 => 'Forbidden', 404 => 'Not Found', 415 => 'Unsupported Media Type',
        422 => 'Unprocessable Content', 500 => 'Internal Server Error'];

    /** Nothing from elsewhere is loaded, and nothing of ours is shown elsewhere. */
    private const HEADERS = [
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'",
        'X-Content-Type-Options: nosniff',
        'Cache-Control: no-store',
        'Connection: close',
    ];

    public function __construct(public readonly int $status, public readonly string $type, public readonly string $body) {}

    public static function file(string $path, string $type): self
    {
        return new self(200, $type, file_get_contents(__DIR__ . "/$path"));
    }

    public static function json(mixed $value, int $status = 200): self
    {
        return new self($status, 'application/json', json_encode($value, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION));
    }

    public static function text(string $text, int $status = 200): self
    {
        return new self($status, 'text/plain; charset=utf-8', $text);
    }

    public function __toString(): string
    {
        return self::head($this->status, $this->type, ['Content-Length: ' . strlen($this->body)]) . $this->body;
    }

    /** @param list<string> $more headers */
    public static function head(int $status, string $type, array $more = []): string
    {
        $lines = ["HTTP/1.1 $status " . self::REASONS[$status], "Content-Type: $type", ...self::HEADERS, ...$more];
        return implode("\r\n", $lines) . "\r\n\r\n";
    }
}
