<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

use Async;
use Closure;
use Illuminate\Container\Container;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Facade;
use Symfony\Component\HttpFoundation\Request as SymfonyRequest;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use WeakMap;

/**
 * Laravel for requests that are handled at the same time: each has an application of its own with its container, facades, superglobals and
 * output. The application is reset after the request, as Octane does it.
 */
final class LaravelKernel implements HttpKernelInterface
{
    /** What belongs to a request, as Octane's listeners have it. */
    private const OF_A_REQUEST = ['auth.driver', 'session.store', 'request', 'url', 'redirect', 'auth.password', 'auth.password.broker'];

    /** @var Applications<Application> */
    private readonly Applications $applications;

    /** @var WeakMap<Application, array<string, mixed>> the configuration that each has begun with */
    private readonly WeakMap $configurations;

    /**
     * @param Closure(): Application        $make  makes an application, as bootstrap/app.php does
     * @param ?Closure(Application): mixed  $reset called after each request, after ours
     * @param int                           $max   so many requests are handled at once, the others wait
     */
    public function __construct(Closure $make, private readonly ?Closure $reset = null, int $max = 100)
    {
        Async\make_coroutine_local(Container::class, 'instance');
        Async\make_coroutine_local(Facade::class, 'app', 'resolvedInstance');
        $this->configurations = new WeakMap();
        $this->applications = new Applications(function () use ($make): Application {
            $application = $make();
            $application->make(Kernel::class)->bootstrap();
            $this->configurations[$application] = $application->make('config')->all();
            return $application;
        }, $this->reset(...), $max);
    }

    public function handle(SymfonyRequest $request, int $type = self::MAIN_REQUEST, bool $catch = true): Response
    {
        $superglobals = new Superglobals(
            $request->query->all(),
            $request->request->all(),
            $request->cookies->all(),
            server: $request->server->all(),
        );
        $request = $request instanceof Request ? $request : Request::createFromBase($request);
        return $this->applications->with(fn (Application $application): Response => RequestCoroutine::run(
            $superglobals,
            function () use ($application, $request): Response {
                Container::setInstance($application);
                Facade::clearResolvedInstances();
                Facade::setFacadeApplication($application);
                $kernel = $application->make(Kernel::class);
                $response = $kernel->handle($request);
                $kernel->terminate($request, $response);
                return $response;
            },
            SymfonyResponse::with(...),
        ));
    }

    private function reset(Application $application): mixed
    {
        $application->make('config')->set($this->configurations[$application]);
        $application->forgetScopedInstances();
        $application->resolved('auth') && $application->make('auth')->forgetGuards();
        $application->resolved('session') && $application->make('session')->forgetDrivers();
        $application->resolved('cookie') && $application->make('cookie')->flushQueuedCookies();
        $application->resolved('translator') && $application->make('translator')->setLocale($application->make('config')->get('app.locale'));
        array_map($application->forgetInstance(...), self::OF_A_REQUEST);
        return $this->reset === null ? null : ($this->reset)($application);
    }
}
