<?php

declare(strict_types=1);

namespace Live;

use Async\Coroutine;
use RuntimeException;
use function Async\await_all;
use function Async\spawn;

/** Stands in front of a server and passes on what comes, both ways. Shut, it refuses new connections and cuts those that there are. */
final class Gate
{
    private const CHUNK = 65_536;

    /** @var ?resource */
    private mixed $server = null;

    private ?Coroutine $accepting = null;

    /** @var array<int, Coroutine> the connections, by the id of the coroutine that looks after each */
    private array $links = [];

    /**
     * @param string $address where it listens, as for stream_socket_server(); with a TCP port of 0 the first that is free
     * @param string $target  the server, as for stream_socket_client()
     */
    public function __construct(private string $address, private readonly string $target)
    {
        $this->open();
    }

    /** The TCP port that it listens on. */
    public function port(): int
    {
        return (int) substr(strrchr($this->address, ':'), 1);
    }

    public function isOpen(): bool
    {
        return $this->server !== null;
    }

    public function open(): void
    {
        $server = @stream_socket_server($this->address, $code, $message);
        $this->server = $server ?: throw new RuntimeException("The gate cannot listen on $this->address: $message");
        if (str_starts_with($this->address, 'tcp:')) {
            $this->address = 'tcp://' . stream_socket_get_name($server, false);
        }
        $this->accepting = spawn($this->accept(...), $server);
    }

    public function shut(): void
    {
        if ($this->server === null) {
            return;
        }
        $coroutines = [$this->accepting, ...$this->links];
        foreach ($coroutines as $coroutine) {
            $coroutine->cancel();
        }
        await_all($coroutines);
        fclose($this->server);
        $this->server = null;
        if (str_starts_with($this->address, 'unix:')) {
            unlink(substr($this->address, strlen('unix://')));
        }
    }

    /** @param resource $server */
    private function accept(mixed $server): void
    {
        while (true) {
            $client = @stream_socket_accept($server, 60);
            if ($client) {
                $link = spawn($this->link(...), $client);
                $id = $link->getId();
                $this->links[$id] = $link;
                $link->onFinally(function () use ($id): void {
                    unset($this->links[$id]);
                });
            }
        }
    }

    /** @param resource $client */
    private function link(mixed $client): void
    {
        $server = null;
        $back = null;
        try {
            $server = @stream_socket_client($this->target);
            if ($server) {
                $back = spawn(self::pass(...), $server, $client);
                self::pass($client, $server);
            }
        } finally {
            $back?->cancel();
            $back && await_all([$back]);
            fclose($client);
            $server && fclose($server);
        }
    }

    /**
     * Passes on until one side has closed; then the other is told.
     *
     * @param resource $from
     * @param resource $to
     */
    private static function pass(mixed $from, mixed $to): void
    {
        stream_set_timeout($from, 86_400);
        while (!feof($from)) {
            $bytes = @fread($from, self::CHUNK);
            if ($bytes !== '' && ($bytes === false || @fwrite($to, $bytes) !== strlen($bytes))) {
                break;
            }
        }
        @stream_socket_shutdown($to, STREAM_SHUT_WR);
    }
}
