--TEST--
SPEC 30.25: each copy, large write and fsync() lets others run, even if the helper thread is done before anybody could look
--FILE--
<?php
use function Async\{await, spawn, suspend};

$path = tempnam(sys_get_temp_dir(), 'cenote-');
file_put_contents($path, str_repeat('x', 300_000));
$ticks = 0;
$ticker = spawn(function () use (&$ticks): void {
    for (; ; $ticks++) {
        suspend();
    }
});
$file = fopen($path, 'r+');
$calls = [
    'copy' => fn() => copy($path, "$path.copy"),
    'a large write' => fn() => file_put_contents("$path.copy", str_repeat('y', 300_000)),
    'fsync' => fn() => fsync($file),
];
foreach ($calls as $name => $call) {
    $alone = await(spawn(function () use ($call, &$ticks): int {
        for ($i = 0, $alone = 0; $i < 200; $i++) {
            $before = $ticks;
            $call();
            $alone += $ticks === $before ? 1 : 0;
        }
        return $alone;
    }));
    echo "$name: $alone of 200 let nobody run\n";
}
$ticker->cancel();
unlink($path);
unlink("$path.copy");
?>
--EXPECT--
copy: 0 of 200 let nobody run
a large write: 0 of 200 let nobody run
fsync: 0 of 200 let nobody run
