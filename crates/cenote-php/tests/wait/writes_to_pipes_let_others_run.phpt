--TEST--
SPEC 30.20: a blocking write to a pipe of popen() or proc_open() or to a FIFO lets others run and writes all; cancelled, timed out, with a reader that is gone, and two at once, which are not mixed
--DESCRIPTION--
waits: writing to pipes of `popen` and `proc_open`, and to FIFOs | lets others run | yes
--SKIPIF--
<?php
extension_loaded('posix') or exit('skip needs the extension posix');
extension_loaded('pcntl') or exit('skip needs the extension pcntl');
?>
--FILE--
<?php
require __DIR__ . '/ticker.inc';

use function Async\{await, await_all_or_fail, delay, spawn};

$text = random_bytes(1_000_000);
$go = tempnam(sys_get_temp_dir(), 'cenote-go-');
$out = tempnam(sys_get_temp_dir(), 'cenote-out-');
$command = "while test -e $go; do sleep .01; done; cat > $out";

$pipe = popen($command, 'w');
$written = beside_a_ticker(fn() => fwrite($pipe, $text), fn() => unlink($go));
pclose($pipe);
echo "popen: $written written, ", file_get_contents($out) === $text ? 'the same arrived' : 'something else arrived', "\n";

touch($go);
$process = proc_open($command, [['pipe', 'r']], $pipes);
$written = beside_a_ticker(fn() => fwrite($pipes[0], $text), fn() => unlink($go));
fclose($pipes[0]);
proc_close($process);
echo "proc_open: $written written, ", file_get_contents($out) === $text ? 'the same arrived' : 'something else arrived', "\n";

$process = proc_open('cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
[$written, $read] = await_all_or_fail([
    spawn(function () use ($pipes, $text): int {
        $written = fwrite($pipes[0], $text);
        fclose($pipes[0]);
        return $written;
    }),
    spawn(fn(): string => stream_get_contents($pipes[1])),
]);
echo "one writes, one reads: $written written, ", $read === $text ? 'the same read' : strlen($read) . ' read', "\n";
fclose($pipes[1]);
proc_close($process);

unlink($out);
posix_mkfifo($out, 0600);
$fifo = fn() => fopen($out, 'r+'); // Linux opens both ends
$read = function ($from, int $wanted): string {
    for ($text = ''; strlen($text) < $wanted; ) {
        $text .= fread($from, min(65536, $wanted - strlen($text)));
    }
    return $text;
};
[$one, $other] = [$fifo(), $fifo()];
$reader = null;
$written = beside_a_ticker(fn() => fwrite($one, $text), function () use ($read, $other, $text, &$reader): void {
    $reader = spawn($read, $other, strlen($text));
});
echo "FIFO: $written written, ", await($reader) === $text ? 'the same arrived' : 'something else arrived', "\n";

$writers = [spawn(fn() => fwrite($one, str_repeat('a', 200_000))), spawn(fn() => fwrite($one, str_repeat('b', 200_000)))];
$writers[] = spawn(fn() => fwrite($one, 'the end'));
delay(1);
$cancelled = spawn(fn() => fwrite($one, 'never'));
delay(1);
$cancelled->cancel();
$all = $read($other, 400_007);
echo 'several writers: ', $all === str_repeat('a', 200_000) . str_repeat('b', 200_000) . 'the end' ? 'not mixed' : 'mixed', ', ', json_encode(await_all_or_fail($writers)), "\n";

echo cancelled(fn() => fwrite($one, $text) . ' written'), "\n";
echo timed_out(fn() => fwrite($one, $text) . ' written'), "\n";
stream_set_blocking($one, false);
while (fwrite($one, $text)) {
}
echo 'not blocking: ', json_encode(await(spawn(fn() => fwrite($one, $text)))), "\n";

$process = proc_open('head -c 100 > /dev/null', [['pipe', 'r']], $pipes);
$written = await(spawn(fn() => @fwrite($pipes[0], $text)));
echo 'the reader goes: ', $written < strlen($text) ? 'a part was written' : "$written written", ', ';
$again = await(spawn(fn() => @fwrite($pipes[0], $text)));
echo 'then ', json_encode($again), "\n";

$process = proc_open('exec sleep 100', [['pipe', 'r']], $pipes);
$writer = spawn(fn() => @fwrite($pipes[0], $text));
delay(5);
fclose($pipes[0]);
$written = await($writer) < strlen($text) ? 'a part was written' : 'all was written';
proc_terminate($process, SIGKILL);
echo "another one closes it: $written\n";
unlink($out);
?>
--EXPECT--
popen: 1000000 written, the same arrived
proc_open: 1000000 written, the same arrived
one writes, one reads: 1000000 written, the same read
FIFO: 1000000 written, the same arrived
several writers: not mixed, [200000,200000,7]
cancelled
timed out
not blocking: 0
the reader goes: a part was written, then false
another one closes it: a part was written
