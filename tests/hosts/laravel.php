<?php
// Laravel, unchanged: 300 requests at the same time, each with its own application, route arguments, session, locale, user, facades,
// superglobals and output.

declare(strict_types=1);

use Cenote\HttpKernel\LaravelKernel;
use Illuminate\Auth\GenericUser;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap;
use Illuminate\Http\Request;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\App;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\Facades\Session;

require __DIR__ . '/boot.php';
needs('Illuminate\Foundation\Application', 'laravel/framework');

final class Kernel extends Illuminate\Foundation\Http\Kernel
{
    // Without those that look for the project's .env.
    protected $bootstrappers = [
        Bootstrap\LoadConfiguration::class,
        Bootstrap\RegisterFacades::class,
        Bootstrap\RegisterProviders::class,
        Bootstrap\BootProviders::class,
    ];

    protected $middleware = [StartSession::class];
}

final class Visits
{
    public int $count = 0;
}

$folder = sys_get_temp_dir() . '/cenote-laravel-' . getmypid();
foreach (['', '/config', '/bootstrap', '/bootstrap/cache', '/storage', '/storage/framework', '/storage/framework/views'] as $name) {
    mkdir("$folder$name");
}
register_shutdown_function(function () use ($folder): void {
    array_map(unlink(...), array_filter(glob("$folder/{config,bootstrap/cache}/*", GLOB_BRACE), is_file(...)));
    foreach (['/storage/framework/views', '/storage/framework', '/storage', '/bootstrap/cache', '/bootstrap', '/config', ''] as $name) {
        rmdir("$folder$name");
    }
});
foreach ([
    'app' => ['name' => 'test', 'key' => str_repeat('k', 32), 'cipher' => 'AES-256-CBC', 'locale' => 'en', 'fallback_locale' => 'en', 'timezone' => 'UTC', 'debug' => true, 'env' => 'testing',
        'providers' => [
            Illuminate\Auth\AuthServiceProvider::class, Illuminate\Cookie\CookieServiceProvider::class, Illuminate\Encryption\EncryptionServiceProvider::class,
            Illuminate\Filesystem\FilesystemServiceProvider::class, Illuminate\Session\SessionServiceProvider::class,
            Illuminate\Translation\TranslationServiceProvider::class, Illuminate\View\ViewServiceProvider::class,
        ]],
    'session' => ['driver' => 'array', 'lifetime' => 10, 'expire_on_close' => false, 'lottery' => [0, 1], 'cookie' => 'session', 'path' => '/', 'domain' => null, 'secure' => false],
    'auth' => ['defaults' => ['guard' => 'header'], 'guards' => ['header' => ['driver' => 'header']]],
    'view' => ['paths' => [], 'compiled' => "$folder/storage/framework/views"],
    'cache' => ['default' => 'array', 'stores' => ['array' => ['driver' => 'array']]],
    'database' => ['default' => 'none', 'connections' => []],
] as $name => $values) {
    file_put_contents("$folder/config/$name.php", '<?php return ' . var_export($values, true) . ';');
}

$made = 0;
$kernel = new LaravelKernel(function () use ($folder, &$made): Application {
    $made++;
    $application = new Application($folder);
    $application->dontMergeFrameworkConfiguration();
    $application->singleton(Illuminate\Contracts\Http\Kernel::class, Kernel::class);
    $application->singleton(Illuminate\Contracts\Debug\ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);
    $application->scoped(Visits::class);
    $application->booted(function (): void {
        Auth::viaRequest('header', fn (Request $request): ?GenericUser => $request->headers->has('X-User') ? new GenericUser(['id' => $request->header('X-User')]) : null);
        Route::get('/hello/{name}', function (Request $request, string $name, Visits $visits): string {
            App::setLocale($request->query('locale'));
            $visits->count++;
            Session::put('owner', $request->query('number'));
            Async\delay(random_int(0, 5));
            $user = Auth::user()->getAuthIdentifier();
            echo " printed {$_GET['number']}";
            Async\delay(random_int(0, 5));
            return implode(' ', [$name, $user, App::getLocale(), __('x') . app()->getLocale(), Session::get('owner'), request('number'), $_SERVER['HTTP_X_USER'],
                app(Visits::class)->count, app() === App::getFacadeRoot() ? 'one' : 'two', Auth::id(), Session::getId() === $request->session()->getId() ? 'own' : 'other']);
        });
        Route::get('/guest', function (): string {
            Async\delay(random_int(0, 5));
            return Auth::check() || Session::has('owner') || App::getLocale() !== 'en' ? 'somebody' : 'nobody';
        });
    });
    return $application;
}, max: 30);
$requests = [];
for ($number = 0; $number < 300; $number++) {
    // Every third knows nobody, also in an application that has just served somebody.
    $request = $number % 3 === 2 ? Request::create('/guest') : Request::create("/hello/name$number", parameters: ['number' => $number, 'locale' => $number % 2 ? 'de' : 'fr'], server: ['HTTP_X_USER' => "user$number"]);
    $requests[] = Async\spawn(fn (): array => (fn ($response) => [$response->getContent(), $response->headers->getCookies()[0]?->getValue()])($kernel->handle($request)));
}
[$wrong, $ids] = [0, []];
foreach (Async\await_all_or_fail($requests) as $number => [$answer, $id]) {
    $locale = $number % 2 ? 'de' : 'fr';
    $right = $number % 3 === 2 ? 'nobody' : "name$number user$number $locale x$locale $number $number user$number 1 one user$number own printed $number";
    $wrong += $answer === $right ? 0 : 1;
    $ids[$id] = true;
}
check($wrong === 0, "$wrong of 300 answers were wrong, for instance $answer");
check(count($ids) === 300, 'each has a session of its own: ' . count($ids));
check($made === 30, "thirty applications: $made");
echo "ok\n";
