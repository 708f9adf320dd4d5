--TEST--
SPEC 17.1: a driver's class is refused for another driver with PDO's own text, pooled or not
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) die('skip drivers have classes since PHP 8.4');
require __DIR__ . '/skip.inc';
?>
--FILE--
<?php
class OfSqlite extends Pdo\Sqlite {}
class OfPdo extends PDO {}
$says = function (callable $make): string {
    try {
        return get_class($make());
    } catch (PDOException $e) {
        return $e->getMessage();
    }
};
foreach ([Pdo\Sqlite::class, OfSqlite::class, Pdo\Mysql::class, OfPdo::class] as $class) {
    foreach (['mysql:host=localhost', 'sqlite:file:cenote?mode=memory&cache=shared', 'pgsql:host=localhost'] as $dsn) {
        foreach (['new' => fn(array $options) => new $class($dsn, null, null, $options), 'connect' => fn(array $options) => $class::connect($dsn, null, null, $options)] as $how => $make) {
            $plain = $says(fn() => $make([PDO::ATTR_TIMEOUT => 1]));
            $pooled = $says(fn() => $make([PDO::ATTR_POOL_ENABLED => true]));
            // Only a plain one needs the server.
            $connects = str_starts_with($plain, 'SQLSTATE[');
            echo "$class $how $dsn: ", $plain === $pooled || $connects && $pooled === $class ? $pooled : "$pooled, plain: $plain", "\n";
        }
    }
}
echo "done\n";
?>
--EXPECT--
Pdo\Sqlite new mysql:host=localhost: Pdo\Sqlite::__construct() cannot be used for connecting to the "mysql" driver, either call Pdo\Mysql::__construct() or PDO::__construct() instead
Pdo\Sqlite connect mysql:host=localhost: Pdo\Sqlite::connect() cannot be used for connecting to the "mysql" driver, either call Pdo\Mysql::connect() or PDO::connect() instead
Pdo\Sqlite new sqlite:file:cenote?mode=memory&cache=shared: Pdo\Sqlite
Pdo\Sqlite connect sqlite:file:cenote?mode=memory&cache=shared: Pdo\Sqlite
Pdo\Sqlite new pgsql:host=localhost: Pdo\Sqlite::__construct() cannot be used for connecting to the "pgsql" driver, either call Pdo\Pgsql::__construct() or PDO::__construct() instead
Pdo\Sqlite connect pgsql:host=localhost: Pdo\Sqlite::connect() cannot be used for connecting to the "pgsql" driver, either call Pdo\Pgsql::connect() or PDO::connect() instead
OfSqlite new mysql:host=localhost: OfSqlite::__construct() cannot be used for connecting to the "mysql" driver, either call Pdo\Mysql::__construct() or PDO::__construct() instead
OfSqlite connect mysql:host=localhost: OfSqlite::connect() cannot be used for connecting to the "mysql" driver, either call Pdo\Mysql::connect() or PDO::connect() instead
OfSqlite new sqlite:file:cenote?mode=memory&cache=shared: OfSqlite
OfSqlite connect sqlite:file:cenote?mode=memory&cache=shared: OfSqlite
OfSqlite new pgsql:host=localhost: OfSqlite::__construct() cannot be used for connecting to the "pgsql" driver, either call Pdo\Pgsql::__construct() or PDO::__construct() instead
OfSqlite connect pgsql:host=localhost: OfSqlite::connect() cannot be used for connecting to the "pgsql" driver, either call Pdo\Pgsql::connect() or PDO::connect() instead
Pdo\Mysql new mysql:host=localhost: Pdo\Mysql
Pdo\Mysql connect mysql:host=localhost: Pdo\Mysql
Pdo\Mysql new sqlite:file:cenote?mode=memory&cache=shared: Pdo\Mysql::__construct() cannot be used for connecting to the "sqlite" driver, either call Pdo\Sqlite::__construct() or PDO::__construct() instead
Pdo\Mysql connect sqlite:file:cenote?mode=memory&cache=shared: Pdo\Mysql::connect() cannot be used for connecting to the "sqlite" driver, either call Pdo\Sqlite::connect() or PDO::connect() instead
Pdo\Mysql new pgsql:host=localhost: Pdo\Mysql::__construct() cannot be used for connecting to the "pgsql" driver, either call Pdo\Pgsql::__construct() or PDO::__construct() instead
Pdo\Mysql connect pgsql:host=localhost: Pdo\Mysql::connect() cannot be used for connecting to the "pgsql" driver, either call Pdo\Pgsql::connect() or PDO::connect() instead
OfPdo new mysql:host=localhost: OfPdo
OfPdo connect mysql:host=localhost: OfPdo::connect() cannot be used for connecting to the "mysql" driver, either call Pdo\Mysql::connect() or PDO::connect() instead
OfPdo new sqlite:file:cenote?mode=memory&cache=shared: OfPdo
OfPdo connect sqlite:file:cenote?mode=memory&cache=shared: OfPdo::connect() cannot be used for connecting to the "sqlite" driver, either call Pdo\Sqlite::connect() or PDO::connect() instead
OfPdo new pgsql:host=localhost: OfPdo
OfPdo connect pgsql:host=localhost: OfPdo::connect() cannot be used for connecting to the "pgsql" driver, either call Pdo\Pgsql::connect() or PDO::connect() instead
done
