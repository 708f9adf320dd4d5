--TEST--
SPEC 30.8, 30.11: a fatal error inside an output callback shuts the output layer down; the parked main flow and its buffers do not crash
--FILE--
<?php
use function Async\{spawn, suspend};

ob_start();
echo "lost, as on stock PHP\n";
ob_start();
spawn(function () {
    ob_start(function ($text) {
        ob_start();
        return $text;
    });
    echo 'x';
    ob_end_flush();
});
register_shutdown_function(fn() => print("done\n"));
suspend();
echo "not reached\n";
?>
--EXPECTF--

Fatal error: ob_start(): Cannot use output buffering in output buffering display handlers in %s on line %d
done
