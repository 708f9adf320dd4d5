--TEST--
SPEC 30.11: ini settings, working directory, time zone, error_get_last, preg_last_error, globals and statics are the process's
--FILE--
<?php
use function Async\{spawn, await, suspend};

class S { public static int $n = 0; }
function counter() { static $n = 0; return ++$n; }

$c = spawn(function () {
    ini_set('precision', '5');
    date_default_timezone_set('Asia/Tokyo');
    chdir('/');
    $GLOBALS['g'] = 'set in a coroutine';
    S::$n = 7;
    counter();
    @trigger_error('last of the coroutine', E_USER_WARNING);
    preg_match('/x/u', "\xff");
    suspend();
    return getcwd();
});
chdir('/tmp');
suspend();
echo ini_get('precision'), ' ', date_default_timezone_get(), ' ', getcwd(), ' ', $g, ' ', S::$n, ' ', counter(), "\n";
echo error_get_last()['message'], ' ', preg_last_error_msg(), "\n";
chdir('/usr');
echo await($c), "\n";
echo "done\n";
?>
--EXPECT--
5 Asia/Tokyo / set in a coroutine 7 2
last of the coroutine Malformed UTF-8 characters, possibly incorrectly encoded
/usr
done
