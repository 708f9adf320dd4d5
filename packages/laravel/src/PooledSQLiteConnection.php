<?php

declare(strict_types=1);

namespace Cenote\Laravel;

use Illuminate\Database\SQLiteConnection;

final class PooledSQLiteConnection extends SQLiteConnection
{
    use CountsPerCoroutine;
}
