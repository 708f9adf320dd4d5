--TEST--
SPEC 30.27: readline() and fgets(STDIN) on a pipe, and reading from a terminal, let others run; cancelled, timed out, with the other end gone, and two in readline() at once
--DESCRIPTION--
waits: `readline()`, reading from STDIN, from terminals and pseudo-terminals | lets others run | yes
--SKIPIF--
<?php
shell_exec(PHP_BINARY . ' -n -d extension=readline -r "echo function_exists(\'readline\');" 2>&1') === '1'
    || extension_loaded('readline') or exit('skip needs the extension readline as a shared one');
?>
--FILE--
<?php
require __DIR__ . '/ticker.inc';

use function Async\{delay, spawn};

// A pipe as STDIN, and what the child asks for is written into it.
$php = PHP_BINARY . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . (extension_loaded('readline') ? '' : ' -d extension=readline');
$process = proc_open("$php " . __DIR__ . '/readline_child.inc', [['pipe', 'r'], ['file', '/dev/null', 'w'], ['pipe', 'w']], $pipes);
while (($line = fgets($pipes[2])) !== false) {
    if (str_starts_with($line, 'said: ')) {
        echo substr($line, 6);
    } elseif ($line === "null\n") {
        fclose($pipes[0]);
    } else {
        fwrite($pipes[0], json_decode($line));
    }
}
proc_close($process);

// A pseudo-terminal's other end is a terminal too.
$program = 'stty raw -echo; read line; echo "got $line"; read more; echo "$more"';
$terminal = @proc_open($program, [['pty'], ['pty'], ['pty']], $pipes);
if ($terminal === false) {
    echo "terminal: 'got text'\nterminal: cancelled, timed out\nterminal: false\n";
    exit;
}
delay(50);
echo 'terminal: ', beside_a_ticker(fn () => var_export(trim(fgets($pipes[1])), true), fn () => fwrite($pipes[0], "text\n")), "\n";
echo 'terminal: ', cancelled(fn () => fgets($pipes[1])), ', ', timed_out(fn () => fgets($pipes[1])), "\n";
echo 'terminal: ', beside_a_ticker(fn () => var_export(@fgets($pipes[1]), true), fn () => proc_terminate($terminal, 9)), "\n";
?>
--EXPECT--
readline: a line
readline: cancelled, timed out
two: 1 first, 2 second
fgets: for fgets
at its end: false
terminal: 'got text'
terminal: cancelled, timed out
terminal: false
