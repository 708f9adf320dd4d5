<?php
// Symfony's HttpKernel, unchanged: 300 requests at the same time, each with its own arguments, request stack, session, locale, user, superglobals
// and output.

declare(strict_types=1);

use Cenote\HttpKernel\SymfonyKernel;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\RequestStack;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpFoundation\Session\Session;
use Symfony\Component\HttpFoundation\Session\Storage\MockArraySessionStorage;
use Symfony\Component\HttpKernel\Controller\ArgumentResolver;
use Symfony\Component\HttpKernel\Controller\ControllerResolver;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\HttpKernel;
use Symfony\Component\HttpKernel\KernelEvents;

require __DIR__ . '/boot.php';
needs('Symfony\Component\HttpKernel\HttpKernel', 'symfony/http-kernel');

$made = 0;
$kernel = new SymfonyKernel(function () use (&$made): HttpKernel {
    $made++;
    // Services that exist once in a kernel, as in a container.
    $user = new class {
        public ?string $name = null;
    };
    $stack = new RequestStack();
    $events = new EventDispatcher();
    $events->addListener(KernelEvents::REQUEST, function (RequestEvent $event) use ($user, $stack): void {
        $request = $event->getRequest();
        $user->name = $request->headers->get('X-User');
        $request->setLocale($request->query->get('locale'));
        Async\delay(random_int(0, 5));
        $request->attributes->set('_controller', function (Request $request, int $number) use ($user, $stack): Response {
            Async\delay(random_int(0, 5));
            $session = $stack->getCurrentRequest()->getSession();
            echo " printed {$_GET['number']}";
            header("X-Old: {$_GET['number']}");
            setcookie('old', (string) $_GET['number']);
            $session->set('count', $session->get('count') + 1);
            Async\delay(random_int(0, 5));
            return new Response("$number $user->name {$request->getLocale()} {$_SERVER['HTTP_X_USER']} {$session->get('owner')} {$session->get('count')}");
        });
    });
    return new HttpKernel($events, new ControllerResolver(), $stack, new ArgumentResolver());
}, max: 40);
$requests = [];
for ($number = 0; $number < 300; $number++) {
    $request = Request::create('/', parameters: ['number' => $number, 'locale' => $number % 2 ? 'de' : 'fr'], server: ['HTTP_X_USER' => "user$number"]);
    $request->attributes->set('number', $number);
    $session = new Session(new MockArraySessionStorage());
    $session->set('owner', "owner$number");
    $request->setSession($session);
    $requests[] = Async\spawn(function () use ($kernel, $request): string {
        $response = $kernel->handle($request);
        return "{$response->getContent()}, header {$response->headers->get('X-Old')}, cookie {$response->headers->getCookies()[0]->getValue()}";
    });
}
$wrong = 0;
foreach (Async\await_all_or_fail($requests) as $number => $answer) {
    $locale = $number % 2 ? 'de' : 'fr';
    $wrong += $answer === "$number user$number $locale user$number owner$number 1 printed $number, header $number, cookie $number" ? 0 : 1;
}
check($wrong === 0, "$wrong of 300 answers were wrong, for instance $answer");
check($made === 40, "forty kernels: $made");
echo "ok\n";
