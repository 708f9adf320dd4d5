--TEST--
SPEC 30.13: reading the pipe of popen() or proc_open() lets others run, and is cancelled cleanly
--DESCRIPTION--
waits: reading from pipes of `popen` and `proc_open` | lets others run | yes
--FILE--
<?php
require __DIR__ . '/most.inc';

use function Async\{await, delay, spawn};

$ticker = spawn(function () use (&$ticks): void {
    for ($ticks = 0; ; $ticks++) {
        delay(5);
    }
});
$reads = [
    'popen' => function (): string {
        $pipe = popen('sleep 0.2; echo from popen', 'r');
        return fgets($pipe);
    },
    'proc_open' => function (): string {
        $process = proc_open(['sh', '-c', 'sleep 0.2; echo from proc_open'], [1 => ['pipe', 'w']], $pipes);
        return stream_get_contents($pipes[1]);
    },
];
foreach ($reads as $name => $read) {
    $others = most(function () use ($read, &$ticks, &$text): int {
        $before = $ticks ?? 0;
        $text = await(spawn($read));
        return $ticks - $before;
    }, 4);
    echo $text, $others > 3 ? "others ran\n" : "nobody ran\n";
}
$process = proc_open(['sh', '-c', 'sleep 1; echo end'], [1 => ['pipe', 'w']], $pipes);
$cancelled = spawn(function () use ($pipes): void {
    fgets($pipes[1]);
    echo "went on\n";
});
delay(10);
$cancelled->cancel();
try {
    await($cancelled);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
echo fgets($pipes[1]);
$ticker->cancel();
echo "done\n";
?>
--EXPECT--
from popen
others ran
from proc_open
others ran
cancelled
end
done
