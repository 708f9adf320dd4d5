<?php

declare(strict_types=1);

namespace Cenote\Laravel;

use Async;
use Illuminate\Database\Connection;
use Illuminate\Database\DatabaseTransactionsManager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\Relation;
use Illuminate\Database\MariaDbConnection;
use Illuminate\Support\ServiceProvider;

/** Has Laravel make connections that may be shared by coroutines. The pool itself is an option in config/database.php. */
final class PooledDatabaseServiceProvider extends ServiceProvider
{
    /**
     * What Eloquent changes for the time of a callback, which may wait: unguarded(), withoutEvents(), noConstraints() (each eager load
     * and whereHas()), withoutTouching(), withoutTimestamps(), withoutBroadcasting(), isset() of an attribute
     * where missing ones are refused. Not every version has all.
     */
    private const FLAGS = [
        Model::class => ['unguarded', 'dispatcher', 'ignoreOnTouch', 'ignoreTimestampsOn', 'isBroadcasting', 'modelsShouldPreventAccessingMissingAttributes'],
        Relation::class => ['constraints', 'constraintsForNestedRelations'],
    ];

    private static ?TransactionsManager $transactions = null;

    public function register(): void
    {
        self::resolveConnections();
        $this->app->singleton('db.transactions', fn () => new TransactionsManager());
    }

    /** The same for who uses illuminate/database without Laravel. */
    public static function resolveConnections(): void
    {
        foreach (self::FLAGS as $class => $properties) {
            $known = array_filter($properties, fn (string $name): bool => property_exists($class, $name));
            Async\make_coroutine_local($class, ...array_values($known));
        }
        self::resolve('sqlite', fn (...$arguments) => new PooledSQLiteConnection(...$arguments));
        self::resolve('pgsql', fn (...$arguments) => new PooledPostgresConnection(...$arguments));
        self::resolve('mysql', fn (...$arguments) => new PooledMySqlConnection(...$arguments));
        self::resolve('mariadb', self::makeMariaDbConnection(...));
    }

    private static function resolve(string $driver, callable $make): void
    {
        Connection::resolverFor($driver, function (...$arguments) use ($make): Connection {
            $connection = $make(...$arguments);
            // For afterCommit() without Laravel, which puts its own in the place of this one.
            if (class_exists(DatabaseTransactionsManager::class)) {
                $connection->setTransactionManager(self::$transactions ??= new TransactionsManager());
            }
            return $connection;
        });
    }

    /** Laravel 11 has a class for MariaDB. */
    private static function makeMariaDbConnection(mixed ...$arguments): Connection
    {
        if (!class_exists(MariaDbConnection::class)) {
            return new PooledMySqlConnection(...$arguments);
        }
        return new class(...$arguments) extends MariaDbConnection {
            use CountsPerCoroutine;
        };
    }
}
