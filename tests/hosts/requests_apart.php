<?php
// Requests that one process handles at the same time: superglobals, applications, output, and statics that are not apart.

declare(strict_types=1);

use Cenote\HttpKernel\Applications;
use Cenote\HttpKernel\CapturedOutput;
use Cenote\HttpKernel\RequestCoroutine;
use Cenote\HttpKernel\SharedStatics;
use Cenote\HttpKernel\Superglobals;

require __DIR__ . '/boot.php';

final class Application
{
    public ?string $user = null;

    public static int $made = 0;

    public function __construct()
    {
        self::$made++;
    }
}

$applications = new Applications(fn () => new Application(), function (Application $application): void {
    $application->user = null;
}, max: 30);
$handle = fn (int $number): string => $applications->with(fn (Application $application): string => RequestCoroutine::run(
    new Superglobals(['number' => $number], ['field' => $number], ['cookie' => $number], [], ['REQUEST_URI' => "/$number"], ['id' => $number]),
    function () use ($application, $number): string {
        check($application->user === null, 'an application comes without its last user');
        $application->user = "user $number";
        Async\delay(random_int(0, 5));
        $_SESSION['count'] = ($_SESSION['count'] ?? 0) + 1;
        echo "printed by $number";
        header("X-Number: $number");
        Async\delay(random_int(0, 5));
        headers_sent() || setcookie('user', (string) $number);
        header('X-Twice: one');
        Async\delay(random_int(0, 5));
        header('X-Twice: two', false);
        $number % 2 && http_response_code(400 + $number % 50);
        Async\delay(random_int(0, 5));
        return implode(' ', [$application->user, $_GET['number'], $_POST['field'], $_COOKIE['cookie'], $_SERVER['REQUEST_URI'], $_REQUEST['field'], $_SESSION['id'], $_SESSION['count']]);
    },
    fn (string $result, CapturedOutput $captured): string
        => "$result, $captured->text, " . json_encode([$captured->headersBeside(['content-type']), $captured->status]),
));
$get = $_GET;
$requests = [];
for ($number = 0; $number < 300; $number++) {
    $requests[] = Async\spawn($handle, $number);
}
$wrong = 0;
foreach (Async\await_all_or_fail($requests) as $number => $result) {
    $headers = [['X-Number' => ["$number"], 'Set-Cookie' => ["user=$number"], 'X-Twice' => ['one', 'two']], $number % 2 ? 400 + $number % 50 : null];
    $wrong += $result === "user $number $number $number $number /$number $number $number 1, printed by $number, " . json_encode($headers) ? 0 : 1;
}
check($wrong === 0 && $_GET === $get && headers_list() === [], "$wrong of 300 requests were wrong, for instance: $result");
check(Application::$made === 30, 'thirty applications: ' . Application::$made);

// A response's own headers go before, but for cookies.
$captured = Async\await(Async\spawn(function (): CapturedOutput {
    ob_start();
    header('Content-Type: text/csv');
    header('Set-Cookie: a=b');
    header('X-Empty:');
    $captured = CapturedOutput::take();
    check(headers_list() === [], 'they are taken');
    return $captured;
}));
check($captured->headersBeside(['content-Type', 'set-cookie']) === ['Set-Cookie' => ['a=b'], 'X-Empty' => ['']], json_encode($captured->headersBeside([])));
check(!$captured->isEmpty() && $captured->text === '' && $captured->status === null, 'headers alone');

// Buffers that the code has left open are part of its output, and those that it has ended are not missed.
ob_start();
$printed = fn (Closure $print) => Async\await(Async\spawn(fn () => RequestCoroutine::run(new Superglobals(), $print, fn (mixed $nothing, CapturedOutput $captured) => $captured->text)));
$open = $printed(function (): void {
    echo 'outer ';
    ob_start(fn (string $text): string => strtoupper($text));
    echo 'inner ';
    ob_start();
    echo 'innermost';
});
check($open === 'outer INNER INNERMOST', "left open: $open");
check($printed(ob_end_clean(...)) === true, 'ended');
check(ob_get_clean() === '', 'nothing is printed beside');

// What a handler throws is its caller's, and the application goes back.
try {
    $applications->with(fn () => RequestCoroutine::run(new Superglobals(), fn () => throw new DomainException('of the request')));
    check(false, 'it throws');
} catch (DomainException) {
}
check($applications->pool()->activeCount() === 0, 'all applications are back');

// A caller that is cancelled cancels the request.
$ended = null;
$request = function () use (&$ended): void {
    try {
        Async\delay(10_000);
    } finally {
        $ended = true;
    }
};
$caller = Async\spawn(fn () => RequestCoroutine::run(new Superglobals(), $request));
Async\delay(1);
$caller->cancel();
Async\await_all([$caller]);
Async\delay(1);
check($ended === true, 'the request has ended with its caller');

// Statics that requests share are found: what stays, and what is different only during a wait.
final class Shared
{
    public static array $cache = [];
    public static ?string $locale = null;
    public static bool $isQuiet = false;
    public static int $untouched = 1;
    public static ?ArrayObject $current = null;
    public static ?ArrayObject $kept = null;

    public static function count(): int
    {
        static $calls = 0, $limit = 10;
        return min(++$calls, $limit);
    }
}

function remember(string $locale): void
{
    static $last = null, $known = [];
    $last = $locale;
    $known['any'] = true;
}

$request = fn (string $locale, int $wait) => function () use ($locale, $wait): void {
    Shared::$cache['known'] = true;
    Shared::$locale = $locale;
    Shared::$isQuiet = true;
    // Without the one before, so that the engine gives the new one its number.
    Shared::$current = null;
    Shared::$current = new ArrayObject();
    Shared::$kept ??= new ArrayObject();
    Shared::count();
    remember($locale);
    Async\delay($wait);
    Shared::$isQuiet = false;
};
// The second one ends last, so that what stays is what was before: during the waits it differs.
$changed = SharedStatics::changedBy($request('de', 4), $request('fr', 8));
sort($changed);
check($changed === ['Shared::$current', 'Shared::$isQuiet', 'Shared::$locale', 'Shared::count() $calls', 'remember() $last'], 'found: ' . implode(', ', $changed));
echo "ok\n";
