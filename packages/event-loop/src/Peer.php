<?php

declare(strict_types=1);

namespace Cenote\EventLoop;

/** The other end of a connection. */
final class Peer
{
    /**
     * Whether it has closed the connection, and everything that it sent was read. Asks the kernel, so it knows before an event loop does. One that only
     * sends nothing more, and would still read (`shutdown()`), looks the same. Over TLS the last record may hide the end.
     *
     * @param resource|closed-resource|null $stream
     */
    public static function hasHungUp(mixed $stream): bool
    {
        // A stream that is not open any more was closed by this end, because the other one did so.
        if (!is_resource($stream)) {
            return true;
        }
        // Nothing yet is false; so is a reset, which the kernel reports once: after that it is the end.
        $first = @stream_socket_recvfrom($stream, 1, STREAM_PEEK);
        return $first === '' || ($first === false && @stream_socket_recvfrom($stream, 1, STREAM_PEEK) === '');
    }
}
