<?php
// 64 coroutines work with Eloquent models in nested transactions through one pooled PDO.

declare(strict_types=1);

require __DIR__ . '/check.php';
require 'Illuminate/Database/autoload.php';

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;

final class Account extends Model
{
    public $timestamps = false;
    protected $guarded = [];
}

$driver = $argv[1];
$server = server($driver);
if ($driver === 'sqlite') {
    touch($server['file']);
}
Cenote\Laravel\PooledDatabaseServiceProvider::resolveConnections();
$capsule = new Manager();
$configuration = [
    'driver' => $driver,
    'options' => [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 8],
    ...match ($driver) {
        'sqlite' => ['database' => $server['file'], 'foreign_key_constraints' => true],
        'pgsql' => ['host' => $server['host'], 'port' => $server['port'], 'database' => $server['dbname'], 'username' => $server['user'], 'charset' => 'utf8', 'timezone' => 'Asia/Tokyo', 'schema' => ['public', 'other']],
        'mysql' => ['unix_socket' => $server['unix_socket'], 'database' => 'frameworks', 'username' => 'root', 'password' => '', 'charset' => 'utf8mb4', 'collation' => 'utf8mb4_unicode_ci', 'timezone' => '+09:00', 'strict' => true],
    },
];
$capsule->addConnection($configuration);
$capsule->addConnection(['read' => ['database' => $configuration['database']], 'write' => ['database' => $configuration['database']], 'sticky' => true] + $configuration, 'split');
$capsule->setAsGlobal();
$capsule->bootEloquent();
$connection = $capsule->getConnection();
if ($driver === 'sqlite') {
    $connection->statement('PRAGMA journal_mode = WAL');
}

$schema = $capsule->schema();
$schema->dropIfExists('accounts');
$schema->create('accounts', function ($table): void {
    $table->increments('id');
    $table->string('owner');
    $table->integer('amount');
});
// What the framework's connector has set holds in every coroutine.
$settings = match ($driver) {
    'sqlite' => ['PRAGMA foreign_keys' => '1'],
    'pgsql' => ["SELECT current_setting('TimeZone')" => 'Asia/Tokyo', "SELECT current_setting('search_path')" => 'public, other'],
    'mysql' => ['SELECT @@time_zone' => '+09:00', "SELECT @@sql_mode LIKE '%STRICT_TRANS_TABLES%'" => '1', 'SELECT @@collation_connection' => 'utf8mb4_unicode_ci'],
};
$committed = [];
together(function (int $number) use ($connection, $settings, &$committed): void {
    foreach ($settings as $query => $expected) {
        $is = (string) current((array) $connection->selectOne($query));
        check($is === $expected, "$query is $is in coroutine $number");
    }
    check($connection->transactionLevel() === 0, 'a coroutine begins outside of any transaction');
    $connection->transaction(function () use ($connection, $number, &$committed): void {
        $account = Account::create(['owner' => "owner $number", 'amount' => 0]);
        Async\suspend();
        check($connection->transactionLevel() === 1, 'the level is this coroutine\'s');
        $connection->afterCommit(function () use ($number, &$committed): void { $committed[] = $number; });
        try {
            $connection->transaction(function () use ($connection, $account): void {
                $account->update(['amount' => 999]);
                Async\suspend();
                check($connection->transactionLevel() === 2, 'the nested level is this coroutine\'s');
                throw new DomainException('undo the inner one');
            });
        } catch (DomainException) {
            $account->refresh();
        }
        check((int) $account->amount === 0, 'the savepoint was rolled back');
        $connection->transaction(fn () => $account->increment('amount', $number));
        Async\suspend();
        if ($number % 4 === 0) {
            $connection->rollBack();
            $connection->beginTransaction();
        }
    });
});

$expected = array_filter(range(1, COROUTINES), fn (int $number): bool => $number % 4 !== 0);
$rows = Account::query()->orderBy('amount')->pluck('owner', 'amount')->all();
check(array_map(fn (int $number): string => "owner $number", array_combine($expected, $expected)) === $rows, 'the rows: ' . json_encode($rows));
sort($committed);
check($committed === array_values($expected), 'what was to be done after a commit: ' . json_encode($committed));
check($connection->getPdo()->getPool()->count() <= 8, 'no more connections than MAX');

// Who reads elsewhere than he writes has two objects, each made once whoever comes first.
$split = $capsule->getConnection('split');
$objects = [];
together(function (int $number) use ($split, &$objects): void {
    $objects['read'][spl_object_id($split->getReadPdo())] = $split->getReadPdo();
    check($split->table('accounts')->where('id', '<', 0)->count() === 0, 'a query of the one that reads');
    $split->transaction(function () use ($split, &$objects): void {
        check($split->getReadPdo() === $split->getPdo(), 'in a transaction it reads where it writes');
        $objects['write'][spl_object_id($split->getPdo())] = $split->getPdo();
        Async\suspend();
    });
    check($split->getReadPdo() !== $split->getPdo(), 'after it no more');
    $split->table('accounts')->where('id', '<', 0)->update(['amount' => 1]);
    $split->recordsHaveBeenModified();
    check($split->getReadPdo() === $split->getPdo(), 'a sticky one reads where it has written');
});
check(count($objects['read']) === 1 && count($objects['write']) === 1, 'one object for each');
foreach ($objects as $made) {
    check(current($made)->getPool()->count() <= 8, 'no more connections than MAX');
}
$mariadb = Illuminate\Database\Connection::getResolver('mariadb');
check($mariadb !== null && $mariadb($connection->getPdo(), 'x') instanceof Illuminate\Database\MySqlConnection, 'a connection for MariaDB');
$schema->drop('accounts');
if ($driver === 'sqlite') {
    array_map(unlink(...), glob("$server[file]*"));
}
echo "ok\n";
