--TEST--
SPEC 30.25, 30.20: a pipe whose descriptor has the number that a plain file had before is waited for as a pipe; a large read from memory lets others run, too, and can be cancelled
--FILE--
<?php
require __DIR__ . '/ticker.inc';

use function Async\{await, delay, spawn};

$path = tempnam(sys_get_temp_dir(), 'cenote-');
file_put_contents($path, str_repeat("0123456789abcde\n", 1 << 18));
$go = "$path.go";
// Not the highest number: a helper thread may not have closed its own yet.
$number = fn() => array_search($path, array_map(fn(string $number) => @readlink($number), array_combine($all = glob('/proc/self/fd/*'), $all)), true);
await(spawn(delay(...), 1));
foreach (['closed' => false, 'synced and closed' => true] as $name => $sync) {
    $file = fopen($path, 'r+');
    fgets($file);
    fwrite($file, '0');
    $sync && fsync($file);
    $was = $number();
    fclose($file);
    $pipe = popen("while ! test -e $go; do sleep .01; done; echo text; cat", 'r');
    echo "$name: ", str_starts_with(readlink($was), 'pipe:') ? 'the same number' : 'another number', ', ';
    echo beside_a_ticker(fn() => fgets($pipe), fn() => touch($go));
    unlink($go);
}

$ticks = 0;
$ticker = spawn(function () use (&$ticks): void {
    for (; ; $ticks++) {
        Async\suspend();
    }
});
echo 'a large read: ', strlen(await(spawn(fn() => file_get_contents($path)))), ', ', $ticks >= 3 ? "others ran\n" : "nobody ran\n";
$ticker->cancel();
$file = fopen($path, 'r');
stream_set_read_buffer($file, 0);
$reader = spawn(fn() => fread($file, 1 << 22));
Async\suspend();
Async\suspend();
$reader->cancel();
try {
    await($reader);
    echo "read all\n";
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
unlink($path);
?>
--EXPECT--
closed: the same number, text
synced and closed: the same number, text
a large read: 4194304, others ran
cancelled
