<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

/** The other end of a connection. */
final class Peer
{
    /**
     * Whether it has closed the connection, and everything that it sent was read. Asks the kernel, so it knows before an event loop does. Over TLS the
     * last record may hide the end.
     *
     * @param resource|closed-resource|null $stream
     */
    public static function hasHungUp(mixed $stream): bool
    {
        // Nothing yet is false. A stream that is not open any more was closed by this end, because the other one did so.
        return !is_resource($stream) || @stream_socket_recvfrom($stream, 1, STREAM_PEEK) === '';
    }
}
