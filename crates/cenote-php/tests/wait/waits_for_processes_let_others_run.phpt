--TEST--
SPEC 30.21: pclose(), proc_close(), pcntl_wait() and pcntl_waitpid(), exec() after its program has closed its output, and mail() let others run while they wait for a process; cancelled, timed out, with a process that is killed, and many at once
--DESCRIPTION--
waits: `exec`, `shell_exec`, `system`, `passthru`, `pclose`, `proc_close`, `pcntl_wait`, `pcntl_waitpid`, `mail` | lets others run | yes; the process goes on
--SKIPIF--
<?php
extension_loaded('pcntl') && extension_loaded('posix') or exit('skip needs the extensions pcntl and posix');
?>
--INI--
sendmail_path=sh {PWD}/slow_sendmail.inc
--FILE--
<?php
require __DIR__ . '/ticker.inc';

use function Async\{await, await_all_or_fail, delay, spawn};

$go = tempnam(sys_get_temp_dir(), 'cenote-go-');
$out = tempnam(sys_get_temp_dir(), 'cenote-out-');
putenv("CENOTE_GO=$go");
putenv("CENOTE_OUT=$out");
$until = "while test -e $go; do sleep .01; done";
$release = fn() => unlink($go);
$fork = function () use ($go): int {
    $pid = pcntl_fork();
    if ($pid === 0) {
        while (file_exists($go)) {
            usleep(5000);
            clearstatcache();
        }
        posix_kill(posix_getpid(), SIGKILL);
    }
    return $pid;
};
$calls = [
    'pclose' => fn() => pclose(popen("$until; exit 3", 'w')),
    'pclose of one that waits for the end of its input' => fn() => pclose(popen("cat; $until; exit 4", 'w')),
    'pclose of one that is read' => fn() => pclose(popen("exec >&-; $until; exit 5", 'r')),
    'proc_close' => fn() => proc_close(proc_open("$until; exit 6", [], $pipes)),
    'exec' => function () use ($until) { exec("echo text; exec >&-; $until; exit 7", $lines, $code); return "$lines[0] $code"; },
    'system' => function () use ($until) { system("exec >&-; $until; exit 8", $code); return $code; },
    'pcntl_waitpid' => function () use ($until): string {
        $process = proc_open("$until; exit 9", [], $pipes);
        $pid = proc_get_status($process)['pid'];
        return pcntl_waitpid($pid, $status) === $pid ? pcntl_wexitstatus($status) : 'another';
    },
    'pcntl_wait' => function () use ($until): string {
        $process = proc_open("$until; exit 10", [], $pipes);
        return pcntl_wait($status) > 0 ? pcntl_wexitstatus($status) : 'none';
    },
    'mail' => function () use ($out): string {
        $sent = mail('somebody@example.org', 'subject', str_repeat("a line\n", 50_000));
        return var_export($sent, true) . ', lines: ' . substr_count(file_get_contents($out), "a line\n");
    },
];
foreach ($calls as $name => $call) {
    touch($go);
    echo "$name: ", beside_a_ticker($call, $release), "\n";
}
foreach (['pclose', 'proc_close', 'exec', 'pcntl_waitpid'] as $name) {
    touch($go);
    echo "$name: ", cancelled($calls[$name]), ', ';
    unlink($go);
    touch($go);
    echo timed_out($calls[$name]), "\n";
    unlink($go);
}
// Those whose waits were given up are no zombies after the next wait.
for ($tries = 0; $tries < 500; $tries++) {
    proc_close(proc_open('true', [], $pipes));
    pcntl_waitpid(-1, $status, WNOHANG);
    $children = trim((string) @file_get_contents('/proc/self/task/' . getmypid() . '/children'));
    if ($children === '') {
        break;
    }
    delay(10);
}
echo 'children left: ', $children === '' ? 'none' : $children, "\n";

touch($go);
$pid = $fork();
echo 'killed: ', beside_a_ticker(fn() => pcntl_waitpid($pid, $status) === $pid ? 'signal ' . pcntl_wtermsig($status) : 'another', $release), "\n";
echo 'no child: ', await(spawn(fn() => @pcntl_waitpid(1, $status))), "\n";
touch($go);
$many = array_map(fn(int $i) => spawn(fn() => pclose(popen("$until; exit $i", 'w'))), range(1, 50));
delay(1);
unlink($go);
echo 'many: ', await_all_or_fail($many) === array_combine(range(0, 49), range(1, 50)) ? 'each its own' : 'mixed', "\n";
unlink($out);
?>
--EXPECT--
pclose: 3
pclose of one that waits for the end of its input: 4
pclose of one that is read: 5
proc_close: 6
exec: text 7
system: 8
pcntl_waitpid: 9
pcntl_wait: 10
mail: true, lines: 50000
pclose: cancelled, timed out
proc_close: cancelled, timed out
exec: cancelled, timed out
pcntl_waitpid: cancelled, timed out
children left: none
killed: signal 9
no child: -1
many: each its own
