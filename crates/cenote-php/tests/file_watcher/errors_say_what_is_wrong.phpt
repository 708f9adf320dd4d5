--TEST--
SPEC 44.15: a path that is not there is an AsyncException, a wrong argument says which; what was refused watches nothing
--FILE--
<?php
use Async\FileSystemWatcher;
require __DIR__ . '/helpers.inc';
$dir = scratch();
chdir($dir);
attempt(fn () => new FileSystemWatcher('none'));
attempt(fn () => new FileSystemWatcher(''));
attempt(fn () => new FileSystemWatcher(str_repeat('x', 5000)));
attempt(fn () => new FileSystemWatcher("a\0b"));
attempt(fn () => new FileSystemWatcher($dir, debounceMs: -1));
attempt(fn () => new FileSystemWatcher($dir, maxHoldMs: -1));
attempt(fn () => new FileSystemWatcher($dir, extensions: ['php', 1]));
attempt(fn () => new FileSystemWatcher($dir, false, true, 0, 0, 'php'));
attempt(fn () => new FileSystemWatcher());
$watcher = new FileSystemWatcher($dir);
attempt(fn () => $watcher->__construct($dir));
attempt(function () use ($watcher) { foreach ($watcher as &$event); });
attempt(fn () => clone $watcher);
attempt(fn () => serialize($watcher));
touch('file');
foreach ($watcher as $event) {
    attempt(fn () => $event->filename = 'other');
    break;
}
$class = new ReflectionClass($event);
var_dump($class->isFinal(), !method_exists($class, 'isReadOnly') || $class->isReadOnly());
foreach ($class->getProperties() as $property) {
    echo $property;
}
ini_set('open_basedir', "$dir/sub");
attempt(fn () => new FileSystemWatcher($dir));
?>
--EXPECTF--
Async\AsyncException: Cannot watch "none": No such file or directory
Async\AsyncException: Cannot watch "": No such file or directory
Async\AsyncException: Cannot watch "xxxx%sxxxx": %s
ValueError: Async\FileSystemWatcher::__construct(): Argument #1 ($path) must not contain any null bytes
ValueError: Async\FileSystemWatcher::__construct(): Argument #4 ($debounceMs) must be greater than or equal to 0
ValueError: Async\FileSystemWatcher::__construct(): Argument #5 ($maxHoldMs) must be greater than or equal to 0
TypeError: Async\FileSystemWatcher::__construct(): Argument #6 ($extensions) must be an array of strings
TypeError: Async\FileSystemWatcher::__construct(): Argument #6 ($extensions) must be of type array, string given
ArgumentCountError: Async\FileSystemWatcher::__construct() expects at least 1 argument, 0 given
Error: Async\FileSystemWatcher::__construct() can be called only once: make a new watcher instead
Error: Cannot iterate FileSystemWatcher by reference
Error: Trying to clone an uncloneable object of class Async\FileSystemWatcher
Exception: Serialization of 'Async\FileSystemWatcher' is not allowed
Error: Cannot modify readonly property Async\FileSystemEvent::$filename
bool(true)
bool(true)
Property [ public %Sreadonly string $path ]
Property [ public %Sreadonly ?string $filename ]
Property [ public %Sreadonly bool $renamed ]
Property [ public %Sreadonly bool $changed ]
Async\AsyncException: Cannot watch "%s": open_basedir forbids it
