<?php
// What Composer has made of our packages: they are installed for the frameworks' versions that are there, and Laravel finds its provider.

declare(strict_types=1);

require __DIR__ . '/check.php';
require 'Illuminate/Database/autoload.php';
require 'Doctrine/ORM/autoload.php';

$vendor = getenv('CENOTE_VENDOR');
$installed = json_decode(file_get_contents("$vendor/composer/installed.json"), true)['packages'];
$installed = array_column($installed, null, 'name');
ksort($installed);
check(array_keys($installed) === ['cenote/coroutine-local', 'cenote/doctrine', 'cenote/laravel'], 'the packages: ' . implode(', ', array_keys($installed)));
foreach ($installed as $name => $package) {
    check(isset($package['require']['ext-cenote']), "$name needs no cenote");
    foreach ($package['autoload']['psr-4'] as $namespace => $folder) {
        $sources = glob("$vendor/$name/$folder*.php");
        check($sources !== [], "$name has no sources");
        foreach ($sources as $source) {
            $class = $namespace . basename($source, '.php');
            check(class_exists($class) || trait_exists($class), "$class is not found");
            check((new ReflectionClass($class))->getFileName() === realpath($source), "$class is another one");
        }
    }
}
foreach ($installed['cenote/laravel']['extra']['laravel']['providers'] as $provider) {
    check(is_subclass_of($provider, Illuminate\Support\ServiceProvider::class), "$provider is no service provider");
}
echo 'ok';
