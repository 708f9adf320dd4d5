<?php
// As much of Workerman's interfaces as the tests of our loop and drivers need.

declare(strict_types=1);

namespace Workerman\Events;

interface EventInterface
{
}

namespace Workerman\Coroutine\Coroutine;

interface CoroutineInterface
{
}

namespace Workerman\Coroutine\Context;

interface ContextInterface
{
}

namespace Workerman\Coroutine\Channel;

interface ChannelInterface
{
}

namespace Workerman\Coroutine\WaitGroup;

interface WaitGroupInterface
{
}

namespace Workerman\Coroutine\Barrier;

interface BarrierInterface
{
}

namespace Workerman\Connection;

class TcpConnection
{
    public const STATUS_ESTABLISHED = 2;

    public mixed $onClose = null;

    /** @param resource $socket */
    public function __construct(mixed $loop, private mixed $socket)
    {
    }

    public function getStatus(): int
    {
        return self::STATUS_ESTABLISHED;
    }

    public function getSocket(): mixed
    {
        return $this->socket;
    }
}
