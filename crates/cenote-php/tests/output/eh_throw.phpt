--TEST--
SPEC 47.5: the mode in which an internal function turns warnings into exceptions holds for its coroutine only
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

/** Opened by SplFileObject's constructor, which has warnings thrown: it waits in the middle. */
class Slow
{
    public $context;
    public function url_stat($path, $flags) { return []; }
    public function stream_open($path, $mode, $options, &$opened): bool
    {
        delay(5);
        trigger_error('from the wrapper', E_USER_WARNING);
        return false;
    }
}
stream_wrapper_register('slow', Slow::class);
$opening = spawn(fn () => new SplFileObject('slow://file'));
suspend();
echo @file_get_contents('/no/such/file') === false ? "a warning beside\n" : '';
trigger_error('in the main flow', E_USER_WARNING);
try { await($opening); } catch (RuntimeException $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
echo @file_get_contents('/no/such/file') === false ? "a warning afterwards\n" : '';
?>
--EXPECTF--
a warning beside

Warning: in the main flow in %s on line %d
RuntimeException: from the wrapper
a warning afterwards
