<?php
// The programs of docs/guide/hosts.md, each of which must answer 100 clients at the same time; but RoadRunner's, whose worker is ours, answers one
// request after the other.

declare(strict_types=1);

require __DIR__ . '/boot.php';
require __DIR__ . '/server.php';

$hosts = ['Worker::runAll' => 'Workerman\Worker', 'SocketHttpServer' => 'Amp\Http\Server\SocketHttpServer', 'React\Http' => 'React\Http\HttpServer'];
preg_match_all('/^```php\n(require \'vendor.*?)^```/ms', file_get_contents(__DIR__ . '/../../docs/guide/hosts.md'), $programs);
check(count($programs[1]) === count($hosts) + 1, 'a program for each host');
$ran = 0;
foreach ($programs[1] as $program) {
    if (str_contains($program, 'RoadRunner')) {
        // What RoadRunner's server is to its worker: three requests, and then the end.
        $standIns = <<<'PHP'
        namespace Nyholm\Psr7\Factory { final class Psr17Factory {} }
        namespace Nyholm\Psr7 { final class Response { public function __construct(public int $status, array $headers, public string $body) {} } }
        namespace Spiral\RoadRunner { final class Worker { public static function create(): self { return new self(); } } }
        namespace Spiral\RoadRunner\Http {
            final class PSR7Worker {
                private int $left = 3;
                public function __construct(object ...$arguments) {}
                public function waitRequest(): ?object { return $this->left-- > 0 ? (object) [] : null; }
                public function respond(object $response): void { echo "$response->status $response->body"; }
            }
        }
        PHP;
        $file = tempnam(sys_get_temp_dir(), 'cenote') . '.php';
        $code = strtr($program, ["require 'vendor/autoload.php';" => '', 'sqlite:shop.db' => "sqlite:$file.db"]);
        file_put_contents($file, "<?php\n$standIns\nnamespace {\n$code\n}");
        $output = (string) shell_exec(escapeshellarg(__DIR__ . '/../../scripts/php.sh') . ' ' . escapeshellarg($file) . ' 2>&1');
        check($output === str_repeat("200 Ada has 2 orders\n", 3), "RoadRunner's worker: $output");
        array_map(unlink(...), glob("$file*"));
        continue;
    }
    $name = array_values(array_filter(array_keys($hosts), fn (string $sign): bool => str_contains($program, $sign)))[0];
    if (!class_exists($hosts[$name])) {
        continue;
    }
    check(substr_count($program, "\n") <= 18, "$name: a short program");
    // Workerman reads its command from $argv.
    $begin = 'require ' . var_export(__DIR__ . '/boot.php', true) . '; $argv = $_SERVER["argv"] = [__FILE__, "start", "-q"];';
    $file = tempnam(sys_get_temp_dir(), 'cenote') . '.php';
    $server = new Server($file, code: fn (int $port): string => "<?php\n" . strtr($program, ["require 'vendor/autoload.php';" => $begin, '8080' => (string) $port, 'sqlite:shop.db' => "sqlite:$file.db"]));
    $took = milliseconds(function () use ($server, $name): void {
        $answers = $server->askTogether(100, '/');
        check($answers === array_fill(0, 100, 'hello from SQLite'), "$name answers: " . json_encode($answers) . $server->output());
    });
    // Two processes that answered one after the other would take 2.5 seconds.
    check($took < 2400, "$name: a hundred requests of 50 ms at the same time: $took ms");
    check($server->stop(SIGTERM), "$name stops");
    array_map(unlink(...), glob("$file*"));
    $ran++;
}
echo $ran === 0 ? "skipped: no host; composer require workerman/workerman amphp/http-server react/http, and name the project's folder in CENOTE_HOSTS\n" : "$ran programs\nok\n";
