<?php

declare(strict_types=1);

namespace Cenote\Laravel;

use Illuminate\Database\PostgresConnection;

final class PooledPostgresConnection extends PostgresConnection
{
    use CountsPerCoroutine;
}
