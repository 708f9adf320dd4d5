<?php

declare(strict_types=1);

namespace Cenote\Workerman;

use Async\AsyncCancellation;

/** Thrown in a handler, where it waits: its client has hung up. */
final class ClientLeft extends AsyncCancellation
{
}
