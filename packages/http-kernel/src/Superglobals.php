<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

use Psr\Http\Message\ServerRequestInterface;

/** What a request has in `$_GET` and its like. */
final class Superglobals
{
    /**
     * @param array<mixed> $get
     * @param array<mixed> $post
     * @param array<mixed> $cookie
     * @param array<mixed> $files
     * @param array<mixed> $server
     * @param ?array<mixed> $session null: none, until somebody sets it
     */
    public function __construct(
        private readonly array $get = [],
        private readonly array $post = [],
        private readonly array $cookie = [],
        private readonly array $files = [],
        private readonly array $server = [],
        private readonly ?array $session = null,
    ) {
    }

    /** Without `$_FILES`: uploaded files are in the request alone. */
    public static function ofPsr7(ServerRequestInterface $request): self
    {
        $uri = $request->getUri();
        $target = $uri->getPath() . ($uri->getQuery() === '' ? '' : '?' . $uri->getQuery());
        $server = ['REQUEST_METHOD' => $request->getMethod(), 'REQUEST_URI' => $target, 'QUERY_STRING' => $uri->getQuery()];
        foreach ($request->getHeaders() as $name => $values) {
            $name = strtoupper(strtr((string) $name, '-', '_'));
            $name = in_array($name, ['CONTENT_TYPE', 'CONTENT_LENGTH'], true) ? $name : "HTTP_$name";
            $server[$name] = implode(', ', $values);
        }
        $body = $request->getParsedBody();
        return new self(
            $request->getQueryParams(),
            is_array($body) ? $body : [],
            $request->getCookieParams(),
            server: $server + $request->getServerParams() + ['REQUEST_TIME_FLOAT' => microtime(true), 'REQUEST_TIME' => time()],
        );
    }

    /** Sets them, for the running coroutine. */
    public function set(): void
    {
        [$_GET, $_POST, $_COOKIE, $_FILES, $_SERVER] = [$this->get, $this->post, $this->cookie, $this->files, $this->server];
        $_REQUEST = $this->post + $this->get;
        $_SESSION = $this->session;
    }
}
