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
