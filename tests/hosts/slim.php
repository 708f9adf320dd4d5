<?php
// Slim, unchanged: 300 requests at the same time, each with its own arguments, container, superglobals and output.

declare(strict_types=1);

use Cenote\HttpKernel\Psr15Handler;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Slim\Psr7\Factory\ServerRequestFactory;

require __DIR__ . '/boot.php';
needs('Slim\App', 'slim/slim');
needs('Slim\Psr7\Factory\ServerRequestFactory', 'slim/psr7');

$handler = new Psr15Handler(function (): Slim\App {
    // What a container does: one object for all who ask.
    $user = new class {
        public ?string $name = null;
    };
    $app = new Slim\App(new Slim\Psr7\Factory\ResponseFactory());
    $app->get('/hello/{name}', function (ServerRequestInterface $request, ResponseInterface $response, array $arguments) use ($user): ResponseInterface {
        $user->name = $request->getHeaderLine('X-User');
        Async\delay(random_int(0, 5));
        echo " printed {$_GET['number']}";
        header("X-Old: {$_GET['number']}");
        Async\delay(random_int(0, 5));
        $response->getBody()->write("$arguments[name] $user->name {$_GET['number']} {$_SERVER['HTTP_X_USER']}");
        return $response;
    });
    return $app;
}, max: 300);
$requests = [];
for ($number = 0; $number < 300; $number++) {
    $request = (new ServerRequestFactory())->createServerRequest('GET', "http://localhost/hello/name$number?number=$number")
        ->withQueryParams(['number' => $number])->withHeader('X-User', "user$number");
    $requests[] = Async\spawn(function () use ($handler, $request): string {
        $response = $handler->handle($request);
        return $response->getBody() . ', header ' . $response->getHeaderLine('X-Old');
    });
}
$wrong = 0;
foreach (Async\await_all_or_fail($requests) as $number => $answer) {
    $wrong += $answer === "name$number user$number $number user$number printed $number, header $number" ? 0 : 1;
}
check($wrong === 0, "$wrong of 300 answers were wrong");
echo "ok\n";
