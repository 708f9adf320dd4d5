#!/usr/bin/env -S php -n
<?php
// Runs the PHP examples of the README, of the manual and of the packages, each in a process of its own. A block of text right below an
// example is what it must print. An example that connects to a server is run on the one that scripts/servers/run.sh has started, and is
// skipped if there is none. Ends with "N passed, N failed, N skipped".

declare(strict_types=1);

$root = dirname(__DIR__, 2);
$servers = ["'pgsql:host=localhost;dbname=shop'" => getenv('CENOTE_POSTGRES')];
// What a package's autoloader would bring; without it, Doctrine's own classes would be needed too, and the code is only read.
$packages = ['packages/coroutine-local/README.md' => glob("$root/packages/coroutine-local/src/*.php")];
$passed = $failed = $skipped = 0;
$example = '/^```php\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/ms';
$documents = array_map(fn (string $path): string => substr($path, strlen("$root/")), ['README.md' => "$root/README.md", ...glob("$root/docs/*/*.md"), ...glob("$root/packages/*/README.md")]);
foreach ($documents as $document) {
    preg_match_all($example, file_get_contents("$root/$document"), $matches, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
    foreach ($matches as $number => [, $code, $expected]) {
        foreach ($servers as $dsn => $server) {
            if (str_contains($code, $dsn) && $server === false) {
                $skipped++;
                printf("%s example %d: skipped, needs scripts/servers/run.sh\n", $document, $number + 1);
                continue 2;
            }
            $code = str_replace($dsn, var_export('pgsql:' . strtr((string) $server, ' ', ';'), true), $code);
        }
        $directory = sys_get_temp_dir() . '/cenote-example-' . getmypid();
        mkdir($directory);
        $required = array_map(fn (string $file): string => 'require ' . var_export($file, true) . ";\n", $packages[$document] ?? []);
        file_put_contents("$directory/example.php", str_starts_with($code, '<?php') ? $code : "<?php\n" . implode('', $required) . $code);
        // Programs of a host are run by tests/hosts/guide.php, where the host is.
        $needsHost = str_starts_with($code, "require 'vendor/autoload.php'");
        $isOnlyRead = (str_starts_with($document, 'packages/') && !$required) || $needsHost ? '-l ' : '';
        exec('cd ' . escapeshellarg($directory) . ' && ' . escapeshellarg("$root/scripts/php.sh") . " {$isOnlyRead}example.php 2>&1", $lines, $status);
        $output = $lines ? implode("\n", $lines) . "\n" : '';
        $lines = [];
        array_map(unlink(...), glob("$directory/*"));
        rmdir($directory);
        if ($status === 0 && ($expected === null || $output === $expected)) {
            $passed++;
        } else {
            $failed++;
            printf("%s example %d ended with %d and printed:\n%sexpected:\n%s", $document, $number + 1, $status, $output, $expected);
        }
    }
}
printf("%d passed, %d failed, %d skipped\n", $passed, $failed, $skipped);
exit($failed ? 1 : 0);
