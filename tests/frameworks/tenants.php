<?php
// Eloquent with a connection for each tenant: 64 coroutines of 4 tenants in one process, each in its own database (on PostgreSQL: schema), whose name
// is in the coroutine's context.

declare(strict_types=1);

require __DIR__ . '/check.php';
require 'Illuminate/Database/autoload.php';

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;

const TENANTS = 4;

final class Account extends Model
{
    public $timestamps = false;
    protected $guarded = [];

    public function getConnectionName()
    {
        return Async\coroutine_context()->get('tenant');
    }
}

$driver = $argv[1];
$server = server($driver);
Cenote\Laravel\PooledDatabaseServiceProvider::resolveConnections();
$capsule = new Manager();
for ($tenant = 0; $tenant < TENANTS; $tenant++) {
    $driver === 'sqlite' && touch("$server[file].$tenant");
    $capsule->addConnection(['driver' => $driver, 'options' => [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]] + match ($driver) {
        'sqlite' => ['database' => "$server[file].$tenant"],
        'pgsql' => ['host' => $server['host'], 'port' => $server['port'], 'database' => $server['dbname'], 'username' => $server['user'], 'charset' => 'utf8', 'schema' => "tenant$tenant"],
    }, "tenant$tenant");
    $connection = $capsule->getConnection("tenant$tenant");
    $connection->statement($driver === 'sqlite' ? 'PRAGMA journal_mode = WAL' : "CREATE SCHEMA IF NOT EXISTS tenant$tenant");
    $schema = $connection->getSchemaBuilder();
    $schema->dropIfExists('accounts');
    $schema->create('accounts', function ($table): void {
        $table->increments('id');
        $table->string('owner');
    });
}
$capsule->bootEloquent();

together(function (int $number): void {
    $tenant = 'tenant' . $number % TENANTS;
    Async\coroutine_context()->set('tenant', $tenant);
    Account::query()->getConnection()->transaction(function () use ($number, $tenant): void {
        $account = Account::create(['owner' => "$tenant of $number"]);
        usleep(random_int(0, 2000));
        check($account->refresh()->owner === "$tenant of $number", 'its own row');
    });
    Async\suspend();
    foreach (Account::all() as $account) {
        check(str_starts_with($account->owner, "$tenant of "), "$account->owner in $tenant");
    }
});
for ($tenant = 0; $tenant < TENANTS; $tenant++) {
    $connection = $capsule->getConnection("tenant$tenant");
    check($connection->table('accounts')->count() === COROUTINES / TENANTS, "the rows of tenant $tenant");
    $pool = $connection->getPdo()->getPool();
    check($pool->count() <= 3 && $pool->activeCount() === 0, "three connections for a tenant at most: {$pool->count()}");
    $connection->getSchemaBuilder()->drop('accounts');
    $driver === 'sqlite' ? array_map(unlink(...), glob("$server[file].$tenant*")) : $connection->statement("DROP SCHEMA tenant$tenant");
}
echo "ok\n";
