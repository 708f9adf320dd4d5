--TEST--
SPEC 30.13: what docs/guide/waiting.md lists as blocking blocks, and comes to its end; what is like it and is not listed lets others run
--DESCRIPTION--
waits: many short calls on plain files one after another, without a wait | blocks | no
--SKIPIF--
<?php
extension_loaded('pcntl') && extension_loaded('posix') or exit('skip needs the extensions pcntl and posix');
?>
--INI--
sendmail_path=sleep 0.1;true
--FILE--
<?php
require __DIR__ . '/most.inc';

use function Async\{await, delay, spawn};

$nothing = ['file', '/dev/null', 'r'];
$sleep = fn () => proc_open(['sleep', '0.1'], [$nothing], $pipes);
$file = tempnam(sys_get_temp_dir(), 'cenote-');
$calls = [
    'exec' => fn () => exec('sleep 0.1'),
    'shell_exec' => fn () => shell_exec('sleep 0.1'),
    'system' => fn () => system('sleep 0.1'),
    'exec of a program that closes its output' => fn () => exec('exec >&-; sleep 0.1'),
    'pclose' => fn () => pclose(popen('sleep 0.1', 'w')),
    'proc_close' => fn () => proc_close($sleep()),
    'pcntl_waitpid' => function () use ($sleep): void {
        $process = $sleep();
        pcntl_waitpid(proc_get_status($process)['pid'], $status);
    },
    'mail' => fn () => mail('somebody', 'subject', 'text'),
    'a plain file' => function () use ($file): void {
        for ($begin = hrtime(true); hrtime(true) - $begin < 50e6; ) {
            file_put_contents($file, 'text', LOCK_EX);
            file_get_contents($file);
        }
    },
    'reading a pipe of popen' => fn () => fgets(popen('sleep 0.1', 'r')),
    'reading a pipe of proc_open' => function (): void {
        $process = proc_open(['sleep', '0.1'], [1 => ['pipe', 'w']], $pipes);
        stream_get_contents($pipes[1]);
    },
];
// How long the ticker has stood still at most.
$ticker = spawn(function () use (&$longest): void {
    for ($last = hrtime(true); ; $last = $now) {
        delay(2);
        $now = hrtime(true);
        $longest = max($longest, $now - $last);
    }
});
foreach ($calls as $name => $call) {
    $begin = hrtime(true);
    // The call itself takes the longer, the slower the machine starts programs: what tells is whether it ever held the others up.
    $lets_run = most(function () use ($call, &$longest): int {
        delay(10);
        $longest = 0;
        await(spawn($call));
        delay(10);
        return $longest < 45e6 ? 1 : 0;
    }, 1);
    echo "$name: ", $lets_run === 1 ? 'lets others run' : 'blocks', hrtime(true) - $begin < 45e6 ? ', too early' : '', "\n";
}
$ticker->cancel();
unlink($file);
echo "done\n";
?>
--EXPECT--
exec: lets others run
shell_exec: lets others run
system: lets others run
exec of a program that closes its output: lets others run
pclose: lets others run
proc_close: lets others run
pcntl_waitpid: lets others run
mail: lets others run
a plain file: blocks
reading a pipe of popen: lets others run
reading a pipe of proc_open: lets others run
done
