<?php

declare(strict_types=1);

namespace Cenote\HttpKernel;

use Symfony\Component\HttpFoundation\Response;

/** Puts what a request has sent by itself into its response. */
final class SymfonyResponse
{
    public static function with(Response $response, CapturedOutput $captured): Response
    {
        if ($captured->text !== '') {
            $response->setContent($response->getContent() . $captured->text);
        }
        foreach ($captured->headersBeside($response->headers->keys()) as $name => $values) {
            $response->headers->set($name, $values, replace: false);
        }
        return $response;
    }
}
