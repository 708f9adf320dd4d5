<?php
// What the tests of event loops share. A host (Revolt, Workerman, …) is looked for in CENOTE_HOSTS: a project with Composer's vendor/,
// or a folder of checkouts. Where it is not, tests that need it are skipped, and those of our own rules use the few interfaces
// of tests/hosts/standins/.

declare(strict_types=1);

spl_autoload_register(function (string $class): void {
    $path = preg_replace_callback('~^Cenote/(\w+)/~', fn (array $found): string => strtolower(preg_replace('~\B[A-Z]~', '-$0', $found[1])) . '/src/', strtr($class, '\\', '/'));
    is_file(__DIR__ . "/../../packages/$path.php") && require __DIR__ . "/../../packages/$path.php";
});

(function (string $hosts): void {
    if ($hosts !== '' && is_file("$hosts/vendor/autoload.php")) {
        require "$hosts/vendor/autoload.php";
        return;
    }
    $roots = $files = [];
    foreach ($hosts === '' ? [] : glob("$hosts/*/composer.json") as $description) {
        $package = json_decode((string) file_get_contents($description), true);
        foreach (['autoload', 'autoload-dev'] as $kind) {
            foreach ($package[$kind]['psr-4'] ?? [] as $prefix => $folders) {
                foreach ((array) $folders as $folder) {
                    $roots[] = [$prefix, dirname($description) . '/' . rtrim($folder, '/')];
                }
            }
        }
        foreach ($package['autoload']['files'] ?? [] as $file) {
            $files[] = dirname($description) . "/$file";
        }
    }
    usort($roots, fn (array $one, array $other): int => strlen($other[0]) <=> strlen($one[0]));
    spl_autoload_register(function (string $class) use ($roots): void {
        foreach ($roots as [$prefix, $folder]) {
            $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
            if (str_starts_with($class, $prefix) && is_file($file)) {
                require_once $file;
                return;
            }
        }
    });
    array_map(fn (string $file) => require_once $file, $files);
})((string) getenv('CENOTE_HOSTS'));

function check(bool $holds, string $what): void
{
    $holds or throw new RuntimeException("wrong: $what");
}

/** Ends the test as skipped, unless the host is there. */
function needs(string $class, string $package): void
{
    if (!class_exists($class) && !interface_exists($class)) {
        echo "skipped: no $package; composer require $package, and name the project's folder in CENOTE_HOSTS\n";
        exit(0);
    }
}

/** Loads the host's interfaces, or ours in their place. */
function or_stand_in(string $class, string $file): void
{
    class_exists($class) || interface_exists($class) || require __DIR__ . "/standins/$file.php";
}

/** @return array{resource, resource} */
function pair(): array
{
    $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_blocking($pair[0], false);
    return $pair;
}

/** Waits until it holds, as code does that knows nothing of coroutines. */
function until(Closure $holds): void
{
    for ($i = 0; $i < 20_000 && !$holds(); $i++) {
        usleep(1000);
    }
    check($holds(), 'what is waited for comes');
}

/** The number of milliseconds that it takes. */
function milliseconds(Closure $work): float
{
    $begin = hrtime(true);
    $work();
    return (hrtime(true) - $begin) / 1e6;
}
