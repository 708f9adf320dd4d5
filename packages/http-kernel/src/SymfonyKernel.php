<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

use Closure;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use Symfony\Component\HttpKernel\TerminableInterface;

/**
 * A Symfony kernel (also Laravel's, which has its interface) for requests that are handled at the same time: each has a kernel of its
 * own with its container, superglobals and output.
 */
final class SymfonyKernel implements HttpKernelInterface
{
    private Applications $kernels;

    /**
     * @param Closure(): HttpKernelInterface       $make  makes a kernel
     * @param ?Closure(HttpKernelInterface): mixed $reset called after each request; null: Symfony's own `services_resetter`, if there is one
     * @param int                                  $max   so many requests are handled at once, the others wait
     */
    public function __construct(Closure $make, ?Closure $reset = null, int $max = 100)
    {
        $this->kernels = new Applications($make, $reset ?? self::resetServices(...), $max);
    }

    public function handle(Request $request, int $type = self::MAIN_REQUEST, bool $catch = true): Response
    {
        $superglobals = new Superglobals(
            $request->query->all(),
            $request->request->all(),
            $request->cookies->all(),
            server: $request->server->all(),
        );
        return $this->kernels->with(fn (HttpKernelInterface $kernel): Response => RequestCoroutine::run(
            $superglobals,
            function () use ($kernel, $request, $type, $catch): Response {
                $response = $kernel->handle($request, $type, $catch);
                $kernel instanceof TerminableInterface && $kernel->terminate($request, $response);
                return $response;
            },
            SymfonyResponse::with(...),
        ));
    }

    private static function resetServices(HttpKernelInterface $kernel): void
    {
        $container = method_exists($kernel, 'getContainer') ? $kernel->getContainer() : null;
        if ($container?->has('services_resetter')) {
            $container->get('services_resetter')->reset();
        }
    }
}
