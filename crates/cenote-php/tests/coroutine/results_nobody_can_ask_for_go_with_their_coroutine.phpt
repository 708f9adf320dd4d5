--TEST--
SPEC 30, 34.10: the result of a coroutine that nobody can ask for any more is destroyed as the coroutine's last act, whatever its destructor does
--INI--
cenote.unhandled=report
--FILE--
<?php
use function Async\{spawn, suspend, current_coroutine, coroutines};

final class Loud
{
    public function __construct(private string $does) {}

    public function __destruct()
    {
        echo "destructor, to {$this->does}\n";
        match ($this->does) {
            'look' => print(count(coroutines()) . " alive\n"),
            'throw' => throw new Exception('from the destructor'),
            'spawn' => spawn(fn() => print("spawned by a destructor\n")),
            'set a handler' => set_error_handler(fn() => print("not this one\n")),
            'open a buffer' => ob_start(fn($text) => "[$text]"),
        };
    }
}

foreach (['look', 'throw', 'spawn', 'set a handler', 'open a buffer'] as $does) {
    spawn(fn() => new Loud($does));
    spawn(fn() => trigger_error('seen by nobody but PHP', E_USER_NOTICE));
    suspend();
    suspend();
}
echo "done\n";
?>
--EXPECTF--
destructor, to look
2 alive

Notice: seen by nobody but PHP in %s on line %d
destructor, to throw

Warning: Uncaught Exception: from the destructor in %a
  thrown in coroutine #%d, spawned at %s:%d, in %s on line %d

Notice: seen by nobody but PHP in %s on line %d
destructor, to spawn

Notice: seen by nobody but PHP in %s on line %d
spawned by a destructor
destructor, to set a handler

Notice: seen by nobody but PHP in %s on line %d
destructor, to open a buffer
[]
Notice: seen by nobody but PHP in %s on line %d
done
