<?php

declare(strict_types=1);

namespace Live;

/** One HTTP request. */
final class Request
{
    /** @param array<string, string> $headers by name in lower case */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $headers,
        public readonly string $body,
        /** @var resource the connection, for answers that go on and on */
        public readonly mixed $client,
    ) {}
}
