<?php
// The programs of docs/guide/hosts.md, each of which must answer 100 clients at the same time.

declare(strict_types=1);

require __DIR__ . '/boot.php';
require __DIR__ . '/server.php';

$hosts = ['Worker::runAll' => 'Workerman\Worker', 'SocketHttpServer' => 'Amp\Http\Server\SocketHttpServer', 'React\Http' => 'React\Http\HttpServer'];
preg_match_all('/^```php\n(require \'vendor.*?)^```/ms', file_get_contents(__DIR__ . '/../../docs/guide/hosts.md'), $programs);
check(count($programs[1]) === count($hosts), 'a program for each host');
$ran = 0;
foreach ($programs[1] as $program) {
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
