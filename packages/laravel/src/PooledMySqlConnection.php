<?php

declare(strict_types=1);

namespace Cenote\Laravel;

use Illuminate\Database\MySqlConnection;

final class PooledMySqlConnection extends MySqlConnection
{
    use CountsPerCoroutine;
}
