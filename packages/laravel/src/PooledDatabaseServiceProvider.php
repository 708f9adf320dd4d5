<?php

declare(strict_types=1);

namespace Cenote\Laravel;

use Illuminate\Database\Connection;
use Illuminate\Support\ServiceProvider;

/** Has Laravel make connections that may be shared by coroutines. The pool itself is an option in config/database.php. */
final class PooledDatabaseServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        self::resolveConnections();
        $this->app->singleton('db.transactions', fn () => new TransactionsManager());
    }

    /** The same for who uses illuminate/database without Laravel. */
    public static function resolveConnections(): void
    {
        Connection::resolverFor('sqlite', fn (...$arguments) => new PooledSQLiteConnection(...$arguments));
        Connection::resolverFor('pgsql', fn (...$arguments) => new PooledPostgresConnection(...$arguments));
        Connection::resolverFor('mysql', fn (...$arguments) => new PooledMySqlConnection(...$arguments));
    }
}
