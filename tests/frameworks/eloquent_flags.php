<?php
// Eloquent switches static flags off around a callback. If the callback waits, no other coroutine may see that, and afterwards all is
// as before.

declare(strict_types=1);

require __DIR__ . '/check.php';
require 'Illuminate/Database/autoload.php';
require 'Illuminate/Events/autoload.php';

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\Relation;
use function Async\{await_all_or_fail, spawn, suspend};

abstract class Row extends Model
{
    public $timestamps = false;
    protected $guarded = [];
}

final class Setting extends Row {}
final class Post extends Row {}

final class User extends Row
{
    public function posts() { return $this->hasMany(Post::class); }

    /** Looks something up before it is built: waits in the middle of an eager load. */
    public function goodPosts()
    {
        suspend();
        return $this->hasMany(Post::class)->where('score', '>=', Setting::where('name', 'min')->value('value'));
    }
}

final class Member extends Row
{
    protected $guarded = ['*'];
    protected $fillable = ['name'];
}

Cenote\Laravel\PooledDatabaseServiceProvider::resolveConnections();
$driver = $argv[1];
$server = server($driver);
if ($driver === 'sqlite') {
    touch($server['file']);
}
$capsule = new Manager();
$capsule->addConnection([
    'driver' => $driver,
    'options' => [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 8],
    ...match ($driver) {
        'sqlite' => ['database' => $server['file']],
        'pgsql' => ['host' => $server['host'], 'port' => $server['port'], 'database' => $server['dbname'], 'username' => $server['user'], 'charset' => 'utf8'],
        'mysql' => ['unix_socket' => $server['unix_socket'], 'database' => 'frameworks', 'username' => 'root', 'password' => '', 'charset' => 'utf8mb4'],
    },
]);
$capsule->setAsGlobal();
$capsule->bootEloquent();
$schema = $capsule->schema();
$tables = [
    'settings' => fn ($t) => [$t->string('name'), $t->integer('value')],
    'users' => fn ($t) => [],
    'posts' => fn ($t) => [$t->integer('user_id'), $t->integer('score')],
    'members' => fn ($t) => [$t->string('name'), $t->integer('admin')->default(0)],
];
foreach ($tables as $name => $columns) {
    $schema->dropIfExists($name);
    $schema->create($name, function ($table) use ($columns): void {
        $table->increments('id');
        $columns($table);
    });
}
Setting::create(['name' => 'min', 'value' => 1]);
foreach ([1, 2, 3] as $user) {
    User::create();
    foreach ([1, 2, 3, 4] as $score) {
        Post::create(['user_id' => $user, 'score' => $score]);
    }
}

// The guard against mass assignment.
Model::setEventDispatcher(new Illuminate\Events\Dispatcher());
Member::saving(function (): void { suspend(); });
for ($round = 0; $round < 5; $round++) {
    await_all_or_fail([
        spawn(fn () => Member::forceCreate(['name' => 'root', 'admin' => 1])),
        spawn(fn () => Member::forceCreate(['name' => 'root', 'admin' => 1])),
        spawn(function () { suspend(); Member::create(['name' => 'mallory', 'admin' => 1]); }),
    ]);
}
check((int) Member::where('name', 'mallory')->sum('admin') === 0, 'an admin by mass assignment');
check((int) Member::where('name', 'root')->sum('admin') === 10, 'forceCreate() fills everything');
check(!Model::isUnguarded(), 'the guard is up again');

// Events.
$seen = [];
Member::created(function (Member $member) use (&$seen): void { $seen[] = $member->name; });
$quiet = fn (string $name) => spawn(function () use ($name): void {
    suspend();
    Model::withoutEvents(function () use ($name): void {
        suspend();
        (new Member(['name' => $name]))->save();
        suspend();
    });
    (new Member(['name' => "$name again"]))->saveQuietly();
});
$loud = fn () => spawn(function (): void { suspend(); Member::create(['name' => 'loud']); });
for ($round = 0; $round < 5; $round++) {
    await_all_or_fail([$quiet('quiet'), $loud(), $quiet('quiet'), $loud()]);
}
Member::create(['name' => 'later']);
$counts = array_count_values($seen);
ksort($counts);
check($counts === ['later' => 1, 'loud' => 10], 'the events: ' . json_encode($counts));

// Relations without their WHERE.
$load = fn () => spawn(fn () => User::with('goodPosts')->get()->map(fn ($user) => count($user->goodPosts))->all());
for ($round = 0; $round < 5; $round++) {
    $count = spawn(function () { suspend(); return User::find(1)->posts()->count(); });
    $has = spawn(fn () => User::whereHas('goodPosts', fn ($query) => $query->where('score', '>', 3))->count());
    [$one, $meanwhile, $found, $two] = await_all_or_fail([$load(), $count, $has, $load()]);
    check($one === [4, 4, 4] && $two === [4, 4, 4], 'eager loads: ' . json_encode([$one, $two]));
    check((int) $meanwhile === 4, "posts of one user meanwhile: $meanwhile");
    check((int) $found === 3, "whereHas() meanwhile: $found");
}
check(User::find(1)->posts()->count() === 4, 'and afterwards');

// What was set before a coroutine was spawned holds in it.
Model::unguard();
check(await_all_or_fail([spawn(fn () => Model::isUnguarded())]) === [true], 'inherited');
await_all_or_fail([spawn(fn () => Model::reguard())]);
check(Model::isUnguarded(), 'and its own');
Model::reguard();
foreach ($tables as $name => $_) {
    $schema->drop($name);
}
if ($driver === 'sqlite') {
    array_map(unlink(...), glob("$server[file]*"));
}
echo "ok\n";
