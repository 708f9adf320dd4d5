<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

use Closure;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\RequestHandlerInterface;

/**
 * A PSR-15 handler for requests that are handled at the same time: each has an application, superglobals and output of its own. What
 * an application prints is appended to the body, and what it calls header() with is added to the headers.
 */
final class Psr15Handler implements RequestHandlerInterface
{
    private Applications $applications;

    /**
     * @param Closure(): RequestHandlerInterface         $make  makes an application, for instance a Slim\App
     * @param ?Closure(RequestHandlerInterface): mixed   $reset called after each request; false: the application is not used again
     * @param int                                        $max   so many requests are handled at once, the others wait
     */
    public function __construct(Closure $make, ?Closure $reset = null, int $max = 100)
    {
        $this->applications = new Applications($make, $reset, $max);
    }

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        return $this->applications->with(fn (RequestHandlerInterface $application): ResponseInterface => RequestCoroutine::run(
            Superglobals::ofPsr7($request),
            fn (): ResponseInterface => $application->handle($request),
            function (ResponseInterface $response, CapturedOutput $captured): ResponseInterface {
                $captured->text === '' || $response->getBody()->write($captured->text);
                foreach ($captured->headersBeside(array_keys($response->getHeaders())) as $name => $values) {
                    $response = $response->withAddedHeader($name, $values);
                }
                return $response;
            },
        ));
    }
}
