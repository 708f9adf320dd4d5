--TEST--
SPEC 30.20: output into a pipe that nobody reads lets others run, is not mixed with theirs, and is complete if its coroutine is cancelled meanwhile, in a buffer's flush, after a fatal error and at the end of the script
--DESCRIPTION--
waits: `echo` and `fwrite(STDOUT)` into a pipe that is read slowly | lets others run | no: all is written first
--FILE--
<?php
/** Runs a script; its output is read once it has written five ticks to its error output, or has ended that. */
function output_of(string $code): string
{
    $php = PHP_BINARY . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . ' -d display_errors=1 -d html_errors=0';
    $process = proc_open("$php -r " . escapeshellarg($code), [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
    for ($ticks = 0; $ticks < 5 && fgets($pipes[2]) !== false; $ticks++) {
    }
    $output = stream_get_contents($pipes[1]);
    stream_get_contents($pipes[2]);
    proc_close($process);
    return $ticks < 5 ? "$ticks ticks only: $output" : $output;
}

/** Long runs of one character are counted. */
function shortened(string $output): string
{
    for ($at = 0, $short = ''; $at < strlen($output); $at += $length) {
        $length = strspn($output, $output[$at], $at);
        $short .= $length < 100 ? substr($output, $at, $length) : "$length times {$output[$at]}, ";
    }
    return $short;
}

const TICKER = '$ticker = Async\spawn(function () { for ($i = 0; $i < 5; $i++) { Async\delay(1); fwrite(STDERR, "tick\n"); } });';

echo "echo: ", shortened(output_of(TICKER . 'Async\spawn(function () { echo str_repeat("x", 1_000_000), "the end"; });')), "\n";
echo "main flow: ", shortened(output_of(TICKER . 'echo str_repeat("x", 1_000_000), "the end";')), "\n";
echo "two: ", shortened(output_of(TICKER . 'foreach (["x", "y"] as $a) Async\spawn(function () use ($a) { echo str_repeat($a, 500_000); echo "the end"; });')), "\n";
echo "STDOUT: ", shortened(output_of(TICKER . 'Async\spawn(function () { echo fwrite(STDOUT, str_repeat("x", 1_000_000)); });')), "\n";
echo "cancelled: ", shortened(output_of(TICKER . '
    $writer = Async\spawn(function () {
        try {
            echo str_repeat("x", 1_000_000), "the end";
            Async\delay(1);
        } finally {
            echo ", finally";
        }
    });
    Async\spawn(function () use ($writer) { Async\delay(1); $writer->cancel(); });
    try { Async\await($writer); } catch (Async\AsyncCancellation $e) { echo ", cancelled"; }')), "\n";
echo "buffers: ", shortened(output_of(TICKER . '
    foreach (["x", "y"] as $a) Async\spawn(function () use ($a) {
        ob_start();
        echo str_repeat($a, 300_000);
        ob_flush();
        echo str_repeat($a, 300_000);
        ob_end_flush();
        echo "level " . ob_get_level() . ", ";
    });')), "\n";
echo "fatal error:", strtok(shortened(output_of(TICKER . '
    Async\spawn(function () { Async\delay(60); echo "others go on"; });
    Async\await($ticker);
    error_reporting(E_ALL & ~E_DEPRECATED); trigger_error(str_repeat("x", 900) . str_repeat("y", 200_000), E_USER_ERROR);')), "\n"), "\n";
echo "timed out: ", shortened(output_of(TICKER . '
    $writer = Async\spawn(function () { echo str_repeat("x", 1_000_000), "the end"; });
    try { Async\await($writer, Async\timeout(5)); echo "not in time"; } catch (Async\OperationCanceledException) { fwrite(STDERR, "timed out\n"); }')), "\n";
// The reader goes in the middle: as on stock PHP the script ends then, and its shutdown functions run.
$php = PHP_BINARY . ' ' . getenv('TEST_PHP_EXTRA_ARGS');
$process = proc_open("$php -r " . escapeshellarg(TICKER . '
    register_shutdown_function(function () { fwrite(STDERR, "shutdown " . connection_status() . "\n"); });
    Async\spawn(function () { try { Async\delay(60_000); } finally { fwrite(STDERR, "unwound\n"); } });
    Async\spawn(function () { echo str_repeat("x", 1_000_000), str_repeat("y", 1_000_000); fwrite(STDERR, "went on\n"); });'),
    [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
for ($ticks = 0; $ticks < 5 && fgets($pipes[2]) !== false; $ticks++) {
}
fclose($pipes[1]);
echo "the reader goes after $ticks ticks: ", implode(', ', explode("\n", trim(stream_get_contents($pipes[2])))), "\n";
proc_close($process);
echo "exit: ", shortened(output_of(TICKER . 'Async\spawn(function () use ($ticker) { Async\await($ticker); exit(str_repeat("x", 1_000_000)); });')), "\n";
?>
--EXPECT--
echo: 1000000 times x, the end
main flow: 1000000 times x, the end
two: 500000 times x, 500000 times y, the endthe end
STDOUT: 1000000 times x, 1000000
cancelled: 1000000 times x, the end, finally, cancelled
buffers: 300000 times x, 300000 times y, 300000 times x, 300000 times y, level 0, level 0, 
fatal error:Fatal error: 900 times x, 200000 times y,  in Command line code on line 4
timed out: 1000000 times x, the end
the reader goes after 5 ticks: shutdown 1
exit: 1000000 times x, 
